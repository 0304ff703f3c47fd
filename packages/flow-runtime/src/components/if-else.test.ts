import { createModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { createChat } from "../chat.fixture.ts";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { JsonObject } from "../json.ts";
import { component, run } from "../run.fixture.ts";
import type { RunEvent } from "../run-context.ts";

const node = (type: string, id: string, values: JsonObject = {}) => nodeJson(component(type), id, values);
const nodesOf = (events: readonly RunEvent[], type: "node-started" | "node-skipped") => events.flatMap((event) => (event.type === type ? [event.nodeId] : []));

/** Both branches end in one chat output; the false one goes through a prompt and an agent. */
const routed = (values: JsonObject) =>
	flowJson(
		[
			node("ChatInput", "in"),
			node("ConditionalRouter", "if", { operator: "contains", match_text: "refund", ...values }),
			node("Prompt", "yes", { template: "Refund desk: {x}" }),
			node("Prompt", "no", { template: "{x}" }),
			node("Agent", "agent"),
			node("ChatOutput", "out"),
		],
		[
			edgeJson("in", "message", "if", "input_text"),
			edgeJson("if", "true_result", "yes", "x"),
			edgeJson("if", "false_result", "no", "x"),
			edgeJson("no", "prompt", "agent", "input_value"),
			edgeJson("yes", "prompt", "out", "input_value"),
			edgeJson("agent", "response", "out", "input_value"),
		],
	);

describe("the branch that is not taken does not run", () => {
	test("true: neither the prompt nor the agent of the other branch", async () => {
		const done = await run(routed({}), { inputValue: "A REFUND please" });
		expect(done.chat.rows.map((row) => row.text)).toEqual(["A REFUND please", "Refund desk: A REFUND please"]);
		expect(nodesOf(done.events, "node-started")).toEqual(["in", "if", "yes", "out"]);
		expect(new Set(nodesOf(done.events, "node-skipped"))).toEqual(new Set(["no", "agent"]));
	});

	test("false: the agent answers", async () => {
		const done = await run(routed({}), { inputValue: "hello" }, { models: createModelProvider() });
		expect(done.chat.rows[1]?.text).toContain("Offline demo model");
		expect(nodesOf(done.events, "node-skipped")).toEqual(["yes"]);
	});

	test("an output that hangs on it alone gives nothing, and nothing is stored", async () => {
		const flow = flowJson(
			[node("ChatInput", "in"), node("ConditionalRouter", "if", { match_text: "x" }), node("ChatOutput", "true"), node("ChatOutput", "false")],
			[
				edgeJson("in", "message", "if", "input_text"),
				edgeJson("if", "true_result", "true", "input_value"),
				edgeJson("if", "false_result", "false", "input_value"),
			],
		);
		const done = await run(flow, { inputValue: "y" });
		expect(done.result.outputs.map((output) => output.componentId)).toEqual(["false"]);
		expect(done.chat.rows).toHaveLength(2);
	});
});

test("the input goes on with the id of its row, so that an agent is not sent it twice", async () => {
	const flow = flowJson(
		[node("ChatInput", "in"), node("ConditionalRouter", "if", { match_text: "hello" }), node("Agent", "agent"), node("ChatOutput", "out")],
		[edgeJson("in", "message", "if", "input_text"), edgeJson("if", "true_result", "agent", "input_value"), edgeJson("agent", "response", "out", "input_value")],
	);
	const chat = createChat();
	const excluded: (string | undefined)[] = [];
	const newest: typeof chat.newest = (scope, limit, options) => {
		excluded.push(options?.exclude);
		return chat.newest(scope, limit, options);
	};
	await run(flow, { inputValue: "hello" }, { chat, source: { ...chat, newest }, models: createModelProvider() });
	expect(excluded).toEqual(["row-1"]);
});

test("a message of its own for each case", async () => {
	const done = await run(routed({ true_case_message: "Take a seat." }), { inputValue: "refund" });
	expect(done.chat.rows[1]?.text).toBe("Refund desk: Take a seat.");
});

test.each([
	[{ operator: "resembles" }, "operator"],
	[{ operator: "regex", match_text: "(" }, "match_text"],
	[{ case_sensitive: "perhaps" }, "case_sensitive"],
])("%j is refused by node and field", async (values, field) => {
	await expect(run(routed(values), { inputValue: "x" })).rejects.toMatchObject({ code: "invalid-value", nodeId: "if", nodeType: "ConditionalRouter", field });
});
