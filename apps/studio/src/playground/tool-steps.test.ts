import { expect, it } from "vitest";
import { toolSteps } from "./tool-steps.ts";

it("reads the steps of an answer, in order", () => {
	const contents = [
		{ type: "tool_use", name: "calculate", tool_input: { expression: "2+2" }, output: "4", error: null, duration: 3 },
		{ type: "text", text: "Let me look it up." },
		{ type: "tool_use", name: "fetch", tool_input: "x", output: null, error: "no such page", duration: 9 },
	];
	expect(toolSteps([{ title: "Agent Steps", contents }])).toEqual([
		{ name: "calculate", said: "", input: '{\n  "expression": "2+2"\n}', output: "4", failed: false, running: false, durationMs: 3 },
		{ name: "fetch", said: "Let me look it up.", input: "x", output: "no such page", failed: true, running: false, durationMs: 9 },
	]);
});

it("leaves out what is not a tool step, whatever it is", () => {
	expect(toolSteps([null, 3, {}, { contents: [null, { type: "text", text: "x" }] }])).toEqual([]);
	expect(toolSteps([{ contents: [{ type: "tool_use" }] }])).toEqual([
		{ name: "Tool", said: "", input: "", output: "", failed: false, running: true, durationMs: undefined },
	]);
});
