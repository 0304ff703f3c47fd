import { createOfflineModel } from "@foldback/offline-model";
import { tool } from "@langchain/core/tools";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AgentError } from "./agent-error.ts";
import { agentFields } from "./agent-fields.ts";
import { parseAgentInputs } from "./parse-agent-inputs.ts";

const echo = tool(({ text }) => text, { name: "echo", description: "Echoes.", schema: z.object({ text: z.string() }) });

test("nothing given means the defaults", () => {
	expect(parseAgentInputs({})).toMatchObject({
		model: { choice: { name: "", provider: "" } },
		contextId: "",
		nMessages: 100,
		summarizeOlderMessages: false,
		pinnedKeys: [],
		outputSchema: [],
		tools: [],
		input: { text: "", files: [] },
		handleParsingErrors: true,
		maxIterations: 15,
		stream: true,
		addCurrentDateTool: true,
		addCalculatorTool: true,
	});
});

test("both spellings of every field are accepted, and the flow's wins", () => {
	const snake = {
		n_messages: 7,
		summarize_older_messages: true,
		pinned_keys: ["a: what a is", "b"],
		system_prompt: "s",
		max_iterations: "3",
		input_value: "hi",
		add_calculator_tool: "false",
	};
	const camel = {
		nMessages: 7,
		summarizeOlderMessages: true,
		pinnedKeys: ["a: what a is", "b"],
		systemPrompt: "s",
		maxIterations: 3,
		inputValue: "hi",
		addCalculatorTool: false,
	};
	expect(parseAgentInputs(snake)).toEqual(parseAgentInputs(camel));
	expect(parseAgentInputs(snake)).toMatchObject({
		nMessages: 7,
		pinnedKeys: [
			{ name: "a", description: "what a is" },
			{ name: "b", description: "" },
		],
		maxIterations: 3,
		addCalculatorTool: false,
	});
	expect(parseAgentInputs({ n_messages: 1, nMessages: 2 }).nMessages).toBe(1);
});

test("messages, tools and models of other components are taken as they are", () => {
	const connected = createOfflineModel();
	const inputs = parseAgentInputs({
		model: connected,
		tools: [[echo]],
		input_value: { id: "row", text: "hi", files: ["a.txt"], revision: 2 },
		system_prompt: { text: "from a prompt" },
	});
	expect(inputs.model).toEqual({ connected });
	expect(inputs.tools).toEqual([echo]);
	expect(inputs.input).toEqual({ text: "hi", files: ["a.txt"], messageId: "row", revision: 2 });
	expect(inputs.systemPrompt).toBe("from a prompt");
	expect(parseAgentInputs({ model: [], agent_llm: connected }).model).toEqual({ connected });
});

test("an empty entry of a list of keys is none, and one text is one key", () => {
	expect(parseAgentInputs({ pinned_keys: ["", "  ", "a"] }).pinnedKeys).toHaveLength(1);
	expect(parseAgentInputs({ pinned_keys: "a: b" }).pinnedKeys).toEqual([{ name: "a", description: "b" }]);
});

describe("the flow's key", () => {
	const base = { model: [{ name: "big", provider: "OpenAI" }], api_key: "flow-key" };
	test("goes with a summary model of the same provider only", () => {
		expect(parseAgentInputs({ ...base, summary_model: "small" }).summaryModel).toEqual({ choice: { name: "small", provider: "OpenAI", apiKey: "flow-key" } });
		expect(parseAgentInputs({ ...base, summary_model: [{ name: "offline-demo", provider: "Offline" }] }).summaryModel).toEqual({
			choice: { name: "offline-demo", provider: "Offline" },
		});
		expect(parseAgentInputs(base).summaryModel).toBeUndefined();
	});
});

describe("bad values are errors that name field, value and remedy", () => {
	test.each([
		[{ n_messages: -1 }, "n_messages", "-1", "whole number from 0"],
		[{ n_messages: 2.5 }, "n_messages", "2.5", "whole number from 0"],
		[{ nMessages: "ten" }, "n_messages", '"ten"', "whole number from 0"],
		[{ n_messages: Number.NaN }, "n_messages", "null", "whole number from 0"],
		[{ max_iterations: 0 }, "max_iterations", "0", "from 1 to 1,000"],
		[{ max_iterations: 1.5 }, "max_iterations", "1.5", "from 1 to 1,000"],
		[{ max_tokens: -3 }, "max_tokens", "-3", "whole number from 1"],
		[{ stream: "maybe" }, "stream", '"maybe"', "true or false"],
		[{ pinned_keys: ["a", "A"] }, "pinned_keys", '"A"', "leave one out"],
		[{ pinned_keys: ["-x"] }, "pinned_keys", '"-x"', 'Write "name"'],
		[{ pinned_keys: Array.from({ length: 33 }, (_, index) => `key${index}`) }, "pinned_keys", "33", "at most 32"],
		[{ pinned_keys: [7] }, "pinned_keys", "[7]", "list of texts"],
		[{ model: [{ name: "a" }, { name: "b" }] }, "model", '"a"', "Choose one"],
		[{ summary_model: 7 }, "summary_model", "7", "list of one"],
		[{ output_schema: [{ name: "a b" }] }, "output_schema", '"a b"', "letters"],
		[{ output_schema: [{ name: "a", type: "date" }] }, "output_schema", '"date"', "str, int, float, bool, dict"],
		[{ output_schema: [{ name: "a" }, { name: "a" }] }, "output_schema", '"a"', "Rename"],
		[{ output_schema: "x" }, "output_schema", '"x"', "list of rows"],
		[{ tools: ["x"] }, "tools", '"string"', "tool with a name"],
		[{ tools: [echo, echo] }, "tools", '"echo"', "Rename"],
		[{ input_value: true }, "input_value", "true", "text or a message"],
		[{ system_prompt: {} }, "system_prompt", "{}", "text or a message"],
	])("%j", (raw, field, value, remedy) => {
		const error = (() => {
			try {
				return parseAgentInputs(raw);
			} catch (thrown) {
				return thrown;
			}
		})();
		if (!AgentError.isInstance(error)) throw new Error("No AgentError.");
		expect(error).toMatchObject({ code: "invalid-input", field });
		expect(error.message).toContain(field);
		expect(error.message).toContain(value);
		expect(error.message).toContain(remedy);
	});
});

test("every field of the node is one that is read", () => {
	for (const { name, value } of agentFields) expect(() => parseAgentInputs({ [name]: value }), name).not.toThrow();
});
