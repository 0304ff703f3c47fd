import type { StructuredToolInterface } from "@langchain/core/tools";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";

const maxTools = 200;
const maxPages = 20;
const maxSchemaChars = 50_000;
/** References are written out, and references to references double what is written. */
const maxReferences = 20;
const callTimeoutMs = 60_000;

/**
 * The server's tools, as LangChain has them. Only texts of a result go to the model.
 * @throws Error for a list that is too large; the tools of a server are its own words, so sizes are checked before anything else is done with them.
 */
export async function loadTools(client: Client, name: string, signal: AbortSignal): Promise<readonly StructuredToolInterface[]> {
	const tools = await listTools(client, name, signal);
	const { loadMcpTools } = await import("@langchain/mcp-adapters");
	// The adapter asks the client for the list; it gets the one that has been checked.
	Object.assign(client, { listTools: async () => ({ tools }) });
	const outputHandling = { text: "content", image: "artifact", audio: "artifact", resource: "artifact", resource_link: "artifact" } as const;
	return loadMcpTools(name, client, { throwOnLoadError: true, outputHandling, defaultToolTimeout: callTimeoutMs });
}

async function listTools(client: Client, name: string, signal: AbortSignal): Promise<Tool[]> {
	const tools: Tool[] = [];
	let cursor: string | undefined;
	for (let page = 0; page === 0 || cursor !== undefined; page += 1) {
		const listed = await client.listTools(cursor === undefined ? {} : { cursor }, { signal });
		tools.push(...listed.tools);
		cursor = listed.nextCursor;
		if (tools.length > maxTools || page >= maxPages) throw new Error(`The MCP server ${name} has more than ${maxTools} tools. Use a smaller server.`);
	}
	for (const tool of tools) {
		const schema = JSON.stringify(tool.inputSchema);
		if (schema.length > maxSchemaChars || schema.split('"$ref"').length - 1 > maxReferences)
			throw new Error(`The tool ${tool.name} of the MCP server ${name} has an input schema that is too large.`);
	}
	return tools;
}
