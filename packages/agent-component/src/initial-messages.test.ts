import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { blankInputText, buildInitialMessages } from "./initial-messages.ts";
import { renderSystemPrompt } from "./system-prompt.ts";

const history = [new HumanMessage("one"), new AIMessage("two")];

test("the input is last and a user's, also after a user's message", async () => {
	const messages = await buildInitialMessages([...history, new HumanMessage("summary")], { text: "three", files: [], messageId: "row" });
	expect(messages.map(({ type, text }) => [type, text])).toEqual([
		["human", "one"],
		["ai", "two"],
		["human", "summary"],
		["human", "three"],
	]);
	expect(messages.at(-1)?.id).toBe("row");
});

test.each(["", "  \n"])("a blank input asks to go on", async (text) => {
	expect((await buildInitialMessages([], { text, files: [] }))[0]?.text).toBe(blankInputText);
});

test("files are named, and are an input of their own", async () => {
	expect((await buildInitialMessages([], { text: "see", files: ["up/a.txt", "b.png"] }))[0]?.text).toBe("see\n[file: a.txt]\n[file: b.png]");
	expect((await buildInitialMessages([], { text: "", files: ["a.txt"] }))[0]?.text).toBe("[file: a.txt]");
});

test("the system prompt keeps everything but day and model name, so that its bytes change once a day", () => {
	const render = (nowMs: number) => renderSystemPrompt("{current_date}|{model_name}|{x}|{{current_date}}", { nowMs, modelName: "m $& {current_date}" });
	expect(render(Date.UTC(2026, 0, 2, 3))).toBe("2026-01-02|m $& {current_date}|{x}|{2026-01-02}");
	expect(render(Date.UTC(2026, 0, 2, 3))).toBe(render(Date.UTC(2026, 0, 2, 23, 59)));
});
