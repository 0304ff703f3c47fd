import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import type { TurnStep } from "./content-blocks.ts";
import { turnMessages } from "./turn-messages.ts";

const call = (id: string, name = "find") => ({ id, name, args: {}, type: "tool_call" as const });
const step = (id: string, name = "find"): TurnStep => ({ id, name, input: {}, output: "", error: false, durationMs: 1 });
const output = (id: string) => new ToolMessage({ content: "found", tool_call_id: id });

test("names words, calls and outputs by their places among the steps", () => {
	const messages = [new AIMessage({ content: "Let me look.", tool_calls: [call("a"), call("b", "count")] }), output("a"), output("b")];
	// The second call ended first.
	expect(turnMessages(messages, [{ words: "Let me look." }, step("b", "count"), step("a")])).toEqual([
		{ kind: "calls", words: 0, steps: [2, 1] },
		{ kind: "output", step: 2 },
		{ kind: "output", step: 1 },
	]);
});

test("takes calls with the same id in order, and says what has not ended", () => {
	const round = [new AIMessage({ content: "", tool_calls: [call("same")] }), output("same")];
	expect(turnMessages([...round, ...round], [step("same"), step("same")])).toEqual([
		{ kind: "calls", steps: [0] },
		{ kind: "output", step: 0 },
		{ kind: "calls", steps: [1] },
		{ kind: "output", step: 1 },
	]);
	expect(turnMessages([output("lost")], [])).toEqual([{ kind: "output", step: -1 }]);
});

test("a complaint about a malformed call is told by its size", () => {
	expect(turnMessages([new HumanMessage("Call it again.")], [])).toEqual([{ kind: "complaint", chars: 14 }]);
});
