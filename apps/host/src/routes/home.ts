import { html } from "hono/html";
import type { HostDependencies } from "../dependencies.ts";
import type { HostApp } from "../http/environment.ts";

const css = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 3rem auto; padding: 0 1rem; color: #1c1917; background: #fafaf9; }
pre { background: #1c1917; color: #fafaf9; padding: 1rem; border-radius: 0.5rem; overflow-x: auto; font-size: 13px; }
a { color: #0f766e; }
.note { color: #57534e; }
@media (prefers-color-scheme: dark) { body { color: #e7e5e4; background: #1c1917; } pre { background: #292524; } a { color: #5eead4; } .note { color: #a8a29e; } }
`;

/** The page at `/`: what runs here and how to talk to it. */
export function addHomeRoute(app: HostApp, { store, about }: HostDependencies): void {
	app.get("/home.css", (context) => context.body(css, 200, { "content-type": "text/css; charset=utf-8" }));
	app.get("/", async (context) => {
		const flows = await store.flows.list(context.get("userId"), { limit: 20 });
		const origin = new URL(context.req.url).origin;
		return context.html(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Foldback</title><link rel="stylesheet" href="/home.css"></head>
<body>
<h1>Foldback</h1>
<p>Keeps the start of a long chat in reach of an agent, without sending the whole chat on every model call.</p>
<p class="note">Version ${about.version}. Model: ${about.modelName}${about.offline ? " — an offline demo model, not an LLM. Set OPENAI_API_KEY, or OPENAI_BASE_URL, for a real one." : ""}</p>
<h2>Flows</h2>
${flows.length === 0 ? html`<p>None yet. POST an exported Langflow flow to <code>/api/v1/flows/</code>.</p>` : ""}
${flows.map((flow) => {
	const body = JSON.stringify({ input_value: "I'm working on project PRJ-123 on the EU cluster.", session_id: "first-chat" }).replaceAll("'", "'\\''");
	return html`<h3>${flow.name}</h3>
<pre>curl -s ${origin}/api/v1/run/${encodeURIComponent(flow.endpointName ?? flow.id)} \\
  -H 'content-type: application/json' \\
  -d '${body}'</pre>`;
})}
<h2>Look inside</h2>
<ul>
<li><a href="/openapi.json">/openapi.json</a>: every call of the API</li>
<li><a href="/api/v1/flows/?header_flows=true">/api/v1/flows/</a>: your flows</li>
<li><a href="/api/v1/monitor/messages/sessions">/api/v1/monitor/messages/sessions</a>: your sessions</li>
<li><code>/api/v1/monitor/session-memory?flow_id=…&amp;session_id=…</code>: what is remembered of a session</li>
</ul>
</body>
</html>`);
	});
}
