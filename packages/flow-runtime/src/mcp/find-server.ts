import { isJsonObject } from "../json.ts";
import { requestHeaders } from "../net/request-headers.ts";
import type { NodeInputs } from "../node-inputs.ts";
import type { McpServerCommand, RunContext } from "../run-context.ts";

/** An MCP server, as a node names it and the host allows it. */
export type McpServer =
	| { readonly kind: "stdio"; readonly name: string; readonly command: McpServerCommand }
	| {
			readonly kind: "http";
			readonly name: string;
			readonly url: URL;
			readonly headers: Readonly<Record<string, string>>;
			/** What the server is asked for first: streamable HTTP, or the transport that was there before it. */
			readonly first: HttpTransport;
	  };

export type HttpTransport = "streamable" | "sse";

/**
 * Finds the server that a node means: by name one of the host's, else by URL. A command in a flow is never used.
 * @throws FlowError `invalid-value` for neither.
 */
export function findServer(inputs: NodeInputs, { mcpServers = {} }: Pick<RunContext, "mcpServers">): McpServer {
	const value = inputs.literal("mcp_server");
	const name = typeof value === "string" ? value : isJsonObject(value) && typeof value.name === "string" ? value.name : "";
	const command = Object.hasOwn(mcpServers, name) ? mcpServers[name] : undefined;
	if (command) return { kind: "stdio", name, command };
	const config = isJsonObject(value) && isJsonObject(value.config) ? value.config : {};
	const [field, text] = urlOf(inputs, typeof config.url === "string" ? config.url : name);
	if (text === "") throw inputs.refuse("mcp_server", value ?? "", "the name of one of the host's servers, or a URL in server_url");
	const url = URL.parse(text);
	if (field === "mcp_server" && !url) throw unknownServer(inputs, name, Object.keys(mcpServers));
	if (url?.protocol !== "http:" && url?.protocol !== "https:") throw inputs.refuse(field, text, "an http or https URL");
	if (url.username !== "" || url.password !== "") throw inputs.refuse(field, url.host, "a URL without user name and password; send a header instead");
	const headers = { ...requestHeaders(headerRows(config.headers)), ...requestHeaders(inputs.literal("headers")) };
	const isSse = field === "sse_url" || config.transport === "sse" || config.type === "sse" || /\/sse\/?$/i.test(url.pathname);
	return { kind: "http", name: name === "" ? url.host : name, url, headers, first: isSse ? "sse" : "streamable" };
}

/** Older exports have the URL in other fields. */
function urlOf(inputs: NodeInputs, fallback: string): readonly [field: string, url: string] {
	for (const field of ["server_url", "sse_url", "url"]) {
		const text = inputs.text(field).trim();
		if (text !== "") return [field, text];
	}
	return ["mcp_server", fallback.trim()];
}

function headerRows(headers: unknown) {
	return isJsonObject(headers) ? Object.entries(headers).map(([key, value]) => ({ key, value })) : [];
}

function unknownServer(inputs: NodeInputs, name: string, known: readonly string[]) {
	const remedy = known.length === 0 ? "a URL; this host allows no servers by name" : `one of this host's servers (${known.join(", ")}), or a URL`;
	return inputs.refuse("mcp_server", name, remedy);
}
