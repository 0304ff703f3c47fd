import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const threads = new URL("./threads.ts", import.meta.url).href;

/** Nothing but the fold's deadline is left to wake this process up. */
const script = `
import { HumanMessage, AIMessage } from "@langchain/core/messages";
const { createThreadMemory } = await import(${JSON.stringify(threads)});
const memory = createThreadMemory({ recentMessages: 1, foldThreshold: 1, foldTimeoutMs: 50, summarizer: () => new Promise(() => {}) });
const messages = [new HumanMessage("a"), new AIMessage("b"), new HumanMessage("c"), new AIMessage("d"), new HumanMessage("e")];
const { messages: shown } = await memory.recall(messages, { threadId: "t" });
console.log(shown.map(({ text }) => text).join());
`;

test("a summarizer that hangs and holds no handle does not end the process before the answer", async () => {
	const cwd = new URL("..", import.meta.url).pathname;
	const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@foldback/source", "--input-type=module", "-e", script], { cwd });
	expect(stdout.trim()).toBe("a,b,c,d,e");
});
