import type { Config } from "./config.ts";
import type { RunningHost } from "./start.ts";

/** What a person who has just started the host wants to know. */
export function banner({ url, host, samples }: RunningHost, config: Config): string {
	const { about } = host;
	const model = about.offline
		? `${about.modelName}: an offline demo model, not an LLM. Set OPENAI_API_KEY, or OPENAI_BASE_URL and FOLDBACK_MODEL, for a real one.`
		: `${about.modelName}${config.openaiBaseUrl === undefined ? "" : ` at ${new URL(config.openaiBaseUrl).host}`}`;
	const body = JSON.stringify({ input_value: "I'm working on project PRJ-123 on the EU cluster.", session_id: "first-chat" }).replaceAll("'", "'\\''");
	const keys = config.access === "keys";
	return [
		`Foldback is listening on ${url}`,
		"",
		`  Model   ${model}`,
		`  Data    ${dataPlace(config)}`,
		`  API     ${url}/openapi.json`,
		...(keys ? ["  Keys    needed: clients send one as the header x-api-key"] : []),
		...(samples ? ["  Flows   support-assistant (remembers) and support-assistant-plain (newest 100 messages) were created"] : []),
		...(keys ? [] : ["", "Try it:", `  curl -s ${url}/api/v1/run/support-assistant -H 'content-type: application/json' -d '${body}'`]),
		"",
	].join("\n");
}

/** Never with user or password. */
function dataPlace({ databaseUrl, databaseFile }: Config): string {
	if (databaseUrl === undefined) return databaseFile;
	const { host, pathname } = new URL(databaseUrl);
	return `Postgres at ${host}${pathname}`;
}
