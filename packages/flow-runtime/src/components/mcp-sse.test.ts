import { createModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { JsonObject } from "../json.ts";
import { startHttpOrderServer, startSseOrderServer } from "../mcp/server.fixture.ts";
import { component, run, textOf } from "../run.fixture.ts";
import type { RunContext } from "../run-context.ts";

const node = (type: string, id: string, values: JsonObject = {}) => nodeJson(component(type), id, values);
const onLoopback = { allowAddresses: ["127.0.0.1"] };
const call = (values: JsonObject, context: Partial<RunContext> = onLoopback) =>
	run(
		flowJson(
			[node("MCPTools", "mcp", { tool: "look_up_order", order_id: "4711", ...values }), node("TextOutput", "out")],
			[edgeJson("mcp", "response", "out", "input_value")],
		),
		{ outputType: "text" },
		context,
	);

describe("a server that speaks HTTP with SSE", () => {
	test("is called with the node's headers, on the stream and on every message", async () => {
		await using server = await startSseOrderServer();
		const done = await call({ server_url: `${server.origin}/sse`, headers: [{ key: "X-Token", value: "t1" }] });
		expect(textOf(done)).toContain("packed-4");
		expect(server.requests.map(({ line }) => line)).toEqual(expect.arrayContaining(["GET /sse", "POST /messages"]));
		expect(server.requests.every(({ headers }) => headers["x-token"] === "t1")).toBe(true);
	});

	test.each<[string, (url: string) => JsonObject]>([
		["the URL field of older exports", (url) => ({ mode: "SSE", sse_url: url })],
		["a server's configuration", (url) => ({ mcp_server: { name: "mine", config: { url, transport: "sse" } } })],
	])("is found by %s, without being asked for streamable HTTP first", async (_what, values) => {
		await using server = await startSseOrderServer({ path: "/events" });
		expect(textOf(await call(values(`${server.origin}/events`)))).toContain("packed-4");
		expect(server.requests[0]?.line).toBe("GET /events");
	});

	test("is tried when it has no streamable HTTP at its address, and the other way round", async () => {
		await using older = await startSseOrderServer({ path: "/mcp" });
		expect(textOf(await call({ server_url: `${older.origin}/mcp` }))).toContain("packed-4");
		expect(older.requests[0]?.line).toBe("POST /mcp");
		await using newer = await startHttpOrderServer();
		const url = newer.url.replace(/mcp$/, "sse");
		expect(textOf(await call({ server_url: url }))).toContain("packed-4");
	});

	test("gives an Agent its tools, as the component of older exports too", async () => {
		await using server = await startSseOrderServer();
		const flow = flowJson(
			[node("ChatInput", "in"), { ...node("MCPTools", "mcp", { url: `${server.origin}/sse` }) }, node("Agent", "agent"), node("ChatOutput", "out")],
			[edgeJson("in", "message", "agent", "input_value"), edgeJson("mcp", "tools", "agent", "tools"), edgeJson("agent", "response", "out", "input_value")],
		);
		const done = await run(flow, { inputValue: "Use look up order to find order_id 4711" }, { ...onLoopback, models: createModelProvider() });
		const used = done.events.flatMap((event) => (event.type === "agent" && event.event.type === "tool-finished" ? [event.event] : []));
		expect(used).toMatchObject([{ name: "look_up_order", error: false }]);
	});
});

describe("the address rules hold for it", () => {
	test("a private address is refused before a byte is sent", async () => {
		await using server = await startSseOrderServer();
		await expect(call({ server_url: `${server.origin}/sse` }, {})).rejects.toThrow("not a public address");
		expect(server.requests).toEqual([]);
	});

	test("a redirect to another origin is not followed", async () => {
		await using inner = await startSseOrderServer();
		await using server = await startSseOrderServer({ redirect: `${inner.origin}/sse` });
		await expect(call({ server_url: `${server.origin}/sse` })).rejects.toThrow("The MCP server");
		expect(inner.requests).toEqual([]);
	});

	test("one that never says where to post is left when the run is stopped", async () => {
		await using server = await startSseOrderServer({ silent: true });
		const controller = new AbortController();
		const stopped = call({ server_url: `${server.origin}/sse` }, { ...onLoopback, signal: controller.signal });
		await expect.poll(() => server.requests.length).toBe(1);
		controller.abort(new Error("stopped"));
		await expect(stopped).rejects.toThrow("stopped");
	});
});
