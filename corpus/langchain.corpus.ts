import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sessionMemory } from "@foldback/langchain-session-memory";
import { createScriptModel, findRuleViolations, type ScriptModel } from "@foldback/langchain-session-memory/testing";
import { createScriptedSummarizer, type ScriptedSummarizer } from "@foldback/session-compressor/testing";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, tool } from "langchain";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { corpusFolder } from "./corpus-folder.ts";

const calls = z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })).default([]);
const message = z.object({
	role: z.enum(["user", "assistant", "tool"]),
	content: z.string().nullable(),
	tool_calls: calls,
	tool_call_id: z.string().optional(),
});
const session = z.object({ session: z.string(), messages: z.array(message) });
type Message = z.infer<typeof message>;

const file = join(corpusFolder("conversations"), "airline-support.jsonl");
const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
const sessions = lines.map((line) => session.parse(JSON.parse(line)));

/** What was recorded after each user message. */
function turnsOf(messages: readonly Message[]): readonly (readonly Message[])[] {
	const turns: Message[][] = [];
	for (const one of messages) {
		if (one.role === "user") turns.push([one]);
		else turns.at(-1)?.push(one);
	}
	return turns;
}

interface Replay {
	readonly model: ScriptModel;
	readonly folding: ScriptedSummarizer;
	/** Asks the recorded questions; the model and the tools answer as recorded. @returns the number of messages in the state. */
	run(): Promise<number>;
}

function prepare(messages: readonly Message[]): Replay {
	const answers: AIMessage[] = [];
	const model = createScriptModel(() => answers.shift() ?? "(nothing recorded)");
	const folding = createScriptedSummarizer({ fact: () => "absorbed" });
	const results = new Map(messages.map((one) => [one.tool_call_id, one.content ?? ""]));
	const names = new Set(messages.flatMap((one) => one.tool_calls.map(({ name }) => name)));
	const schema = { type: "object", additionalProperties: true, properties: {} } as const;
	const tools = [...names].map((name) => tool((_input, { toolCall }) => results.get(toolCall?.id) ?? "", { name, description: name, schema }));
	// Room for one bullet of every message, so that what a summary has absorbed can be counted in it.
	const memory = sessionMemory({ summarizer: folding.summarizer, summaryWords: 100_000 });
	const agent = createAgent({ model, tools, middleware: [memory], checkpointer: new MemorySaver() });
	const run = async () => {
		let count = 0;
		for (const [question, ...after] of turnsOf(messages)) {
			answers.splice(0, answers.length, ...after.filter(({ role }) => role === "assistant").map(toAssistant));
			const state = await agent.invoke({ messages: [new HumanMessage(question?.content ?? "")] }, { configurable: { thread_id: "t" }, recursionLimit: 200 });
			count = state.messages.length;
		}
		return count;
	};
	return { model, folding, run };
}

function toAssistant({ content, tool_calls }: Message): AIMessage {
	return new AIMessage({ content: content ?? "", tool_calls: tool_calls.map(({ id, name, arguments: args }) => ({ id, name, args: JSON.parse(args) })) });
}

describe.each(sessions)("$session", ({ messages }) => {
	test("replayed through an agent: every request keeps the providers' rules, and each message is absorbed or sent", async () => {
		const { model, folding, run } = prepare(messages);
		const total = await run();
		expect(model.requests.flatMap((request, place) => findRuleViolations(request).map((violation) => `request ${place}: ${violation}`))).toEqual([]);
		const last = model.requests.at(-1) ?? [];
		const summary = last[0]?.additional_kwargs.foldback === undefined ? "" : (last[0]?.text ?? "");
		const absorbed = summary.match(/^- absorbed$/gm)?.length ?? 0;
		// The state also holds the answer to this request.
		expect(absorbed + last.length - (summary === "" ? 0 : 1)).toBe(total - 1);
		expect(folding.requests.length).toBeGreaterThan(0);
		const ids = folding.batches.flat();
		expect(new Set(ids).size).toBe(ids.length);
		for (const request of folding.requests) expect(request.messages[0]?.role).toBe("user");
	});
});

test("the recordings hold tool calls", () => {
	expect(sessions.length).toBeGreaterThan(10);
	expect(sessions.flatMap(({ messages }) => messages.filter(({ role }) => role === "tool")).length).toBeGreaterThan(300);
});
