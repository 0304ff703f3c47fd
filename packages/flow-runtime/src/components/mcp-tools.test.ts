import { fileURLToPath } from "node:url";
import { createModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { createChat } from "../chat.fixture.ts";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { JsonObject } from "../json.ts";
import { startHttpOrderServer } from "../mcp/server.fixture.ts";
import { component, run, textOf } from "../run.fixture.ts";
import type { RunContext, RunEvent } from "../run-context.ts";

const node = (type: string, id: string, values: JsonObject = {}) => nodeJson(component(type), id, values);
const mcpServers: NonNullable<RunContext["mcpServers"]> = {
	orders: {
		command: process.execPath,
		args: ["--conditions=@foldback/source", fileURLToPath(new URL("../mcp/stdio-server.fixture.ts", import.meta.url))],
		env: { OWN: "yes" },
	},
	gone: { command: "/nowhere/server" },
};
const step = (values: JsonObject) =>
	flowJson([node("MCPTools", "mcp", values), node("TextOutput", "out")], [edgeJson("mcp", "response", "out", "input_value")]);
const withAgent = (values: JsonObject) =>
	flowJson(
		[node("ChatInput", "in"), node("MCPTools", "mcp", values), node("Agent", "agent"), node("ChatOutput", "out")],
		[
			edgeJson("in", "message", "agent", "input_value"),
			edgeJson("mcp", "component_as_tool", "agent", "tools"),
			edgeJson("agent", "response", "out", "input_value"),
		],
	);
const call = (values: JsonObject, context: Partial<RunContext> = {}) => run(step(values), { outputType: "text" }, { mcpServers, ...context });
const finished = (events: readonly RunEvent[]) =>
	events.flatMap((event) => (event.type === "agent" && event.event.type === "tool-finished" ? [event.event] : []));

describe("a program of the host", () => {
	test("is started by name and called as a step of the flow", async () => {
		const done = await call({ mcp_server: { name: "orders", config: {} }, tool: "look_up_order", arguments: '{"order_id": "4711"}' });
		expect(JSON.parse(textOf(done) ?? "")).toEqual({ order: "4711", state: "packed-4" });
	});

	test("takes arguments from fields that are called like its own", async () => {
		const done = await call({ mcp_server: "orders", tool: "look_up_order", order_id: "12345" });
		expect(textOf(done)).toContain("packed-5");
	});

	test("is given its own variables and nothing else of the host's", async () => {
		process.env.HOST_SECRET = "x";
		const text = textOf(await call({ mcp_server: "orders", tool: "show_environment" })) ?? "";
		expect(text.split(" ")).toEqual(expect.arrayContaining(["OWN", "PATH"]));
		expect(text).not.toContain("HOST_SECRET");
	});

	test("gives an Agent its tools, under the names that the node says", async () => {
		const tools_metadata = [
			{ name: "parcel_check", description: "Checks a parcel.", tags: ["look_up_order"] },
			{ name: "show_environment", status: false },
		];
		const flow = withAgent({ mcp_server: "orders", tools_metadata });
		const done = await run(flow, { inputValue: "Use the parcel check to find 4711" }, { mcpServers, models: createModelProvider() });
		expect(finished(done.events)).toMatchObject([{ name: "parcel_check", error: false, output: expect.stringContaining("packed-4") }]);
	});

	test.each<[string, JsonObject, string, string]>([
		["a name that the host does not have", { mcp_server: "other" }, "mcp_server", "orders, gone"],
		["a command in the flow", { mcp_server: { name: "mine", config: { command: "/bin/sh", args: ["-c", "exit"] } } }, "mcp_server", "orders, gone"],
		["a command in an old field", { mode: "Stdio", command: "uvx server" }, "mcp_server", "server_url"],
		["a name of every object", { mcp_server: "constructor" }, "mcp_server", "orders, gone"],
		["nothing", {}, "mcp_server", "server_url"],
		["a URL that is none", { server_url: "file:///etc/passwd" }, "server_url", "http"],
		["a URL with a password", { server_url: "http://user:word@example.com/" }, "server_url", "header"],
		["a tool that it does not have", { mcp_server: "orders", tool: "drop" }, "tool", "look_up_order"],
		["arguments that are no object", { mcp_server: "orders", tool: "look_up_order", arguments: "[" }, "arguments", "JSON object"],
	])("%s is refused by node and field", async (_what, values, field, remedy) => {
		const failed = call(values);
		await expect(failed).rejects.toMatchObject({ code: "invalid-value", nodeId: "mcp", nodeType: "MCPTools", field, message: expect.stringContaining(remedy) });
		await expect(failed).rejects.not.toThrow("word@");
	});

	test("that cannot be started is named, without its path", async () => {
		const failed = call({ mcp_server: "gone", tool: "x" });
		await expect(failed).rejects.toMatchObject({ code: "node-failed", nodeId: "mcp", message: expect.stringContaining("gone could not be started") });
		await expect(failed).rejects.not.toThrow("/nowhere");
	});
});

describe("a server by URL", () => {
	test("is called where the host allows its address, with the node's headers", async () => {
		await using server = await startHttpOrderServer();
		const headers = [{ key: "X-Token", value: "t1" }];
		const done = await call({ server_url: server.url, headers, tool: "look_up_order", order_id: "77" }, { allowAddresses: ["127.0.0.1"] });
		expect(textOf(done)).toContain("packed-2");
		expect(server.headers.at(-1)).toMatchObject({ "x-token": "t1" });
	});

	test("is refused before a byte is sent where the host does not, whatever the flow says", async () => {
		await using server = await startHttpOrderServer();
		const failed = call({ mcp_server: { name: "mine", config: { url: server.url } }, allow_addresses: ["127.0.0.1"], tool: "look_up_order" });
		await expect(failed).rejects.toMatchObject({ nodeId: "mcp", message: expect.stringContaining("not a public address") });
		expect(server.headers).toEqual([]);
	});

	test("a call that an Agent waits for is cancelled with the run, and the server is told", async () => {
		const controller = new AbortController();
		const cancelled = Promise.withResolvers<void>();
		await using server = await startHttpOrderServer((event) => {
			if (event === "called") controller.abort(new Error("stopped"));
			else cancelled.resolve();
		});
		const chat = createChat();
		const stopped = run(
			withAgent({ server_url: server.url }),
			{ inputValue: "Please call wait for ever" },
			{ models: createModelProvider(), allowAddresses: ["127.0.0.1"], signal: controller.signal, chat },
		);
		await expect(stopped).rejects.toThrow("stopped");
		await cancelled.promise;
		expect(chat.rows).toHaveLength(1);
	});
});
