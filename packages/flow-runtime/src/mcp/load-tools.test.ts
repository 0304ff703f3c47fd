import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import { loadTools } from "./load-tools.ts";

type InputSchema = { readonly type: "object"; readonly [key: string]: unknown };

/** A client of a server that lists these tools, a page at a time. */
async function clientOf(pages: readonly (readonly { readonly name: string; readonly inputSchema: InputSchema }[])[], endless = false) {
	const { server } = new McpServer({ name: "hostile", version: "1" }, { capabilities: { tools: {} } });
	server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
		const page = Number(params?.cursor ?? 0);
		const hasMore = endless || page + 1 < pages.length;
		return { tools: [...(pages[page % pages.length] ?? [])], ...(hasMore ? { nextCursor: String(page + 1) } : {}) };
	});
	const [here, there] = InMemoryTransport.createLinkedPair();
	const client = new Client({ name: "test", version: "1" });
	await Promise.all([server.connect(there), client.connect(here)]);
	onTestFinished(() => client.close());
	return client;
}

const plain: InputSchema = { type: "object", properties: { x: { type: "string" } } };
const { signal } = new AbortController();

test("tools of all pages", async () => {
	const client = await clientOf([[{ name: "a", inputSchema: plain }], [{ name: "b", inputSchema: plain }]]);
	expect((await loadTools(client, "s", signal)).map(({ name }) => name)).toEqual(["a", "b"]);
});

test("pages without end are refused", async () => {
	await expect(loadTools(await clientOf([[{ name: "a", inputSchema: plain }]], true), "s", signal)).rejects.toThrow("more than 200 tools");
});

test("a schema that doubles at every reference is refused before it is written out", async () => {
	const levels = Array.from({ length: 40 }, (_, level) => [
		`d${level}`,
		{ properties: { a: { $ref: `#/$defs/d${level + 1}` }, b: { $ref: `#/$defs/d${level + 1}` } } },
	]);
	const bomb: InputSchema = { type: "object", properties: { x: { $ref: "#/$defs/d0" } }, $defs: Object.fromEntries(levels) };
	await expect(loadTools(await clientOf([[{ name: "bomb", inputSchema: bomb }]]), "s", signal)).rejects.toThrow("bomb of the MCP server s");
	const large: InputSchema = { type: "object", description: "x".repeat(60_000) };
	await expect(loadTools(await clientOf([[{ name: "large", inputSchema: large }]]), "s", signal)).rejects.toThrow("too large");
});
