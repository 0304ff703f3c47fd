import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { digestOf, extendChain } from "./thread-chain.ts";

const ids = (messages: Parameters<typeof extendChain>[1]) => extendChain([], messages).map(({ message }) => message.id);

describe("a message's id", () => {
	test("comes from its content, so ids that a framework gives anew do not matter", () => {
		expect(ids([new HumanMessage("hi"), new AIMessage("hello")])).toEqual(
			ids([new HumanMessage({ content: "hi", id: "x" }), new AIMessage({ content: "hello", id: "y" })]),
		);
	});

	test("is unique: equal messages are counted, roles, calls and files tell others apart", () => {
		const image = (data: string) => new HumanMessage({ content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }] });
		const call = (key: string) => new AIMessage({ content: "", tool_calls: [{ id: "c", name: "look_up", args: { key } }] });
		const messages = [
			new HumanMessage("ok"),
			new AIMessage("ok"),
			new HumanMessage("ok"),
			image("A"),
			image("B"),
			image(`${"A".repeat(900)}1`),
			image(`${"A".repeat(900)}2`),
			call("a"),
			call("b"),
		];
		expect(new Set(ids(messages)).size).toBe(messages.length);
	});

	test("stays when a message before it is removed", () => {
		const messages = ["a", "b", "c"].map((text) => new HumanMessage(text));
		expect(ids(messages.slice(1))).toEqual(ids(messages).slice(1));
	});
});

describe("reading a thread again", () => {
	const messages = [new HumanMessage("a"), new AIMessage("b"), new HumanMessage("c")];

	test("takes over what is known, also from copies of the messages, with its digest", () => {
		const chain = extendChain([], messages);
		digestOf(chain, 3);
		const again = extendChain(chain, [...messages, new AIMessage("d")]);
		expect(again[1]).toBe(chain[1]);
		const copies = extendChain(chain, [new HumanMessage("a"), new AIMessage("b"), new HumanMessage("c")]);
		expect(copies.map(({ digest }) => digest)).toEqual(chain.map(({ digest }) => digest));
	});

	test.each([
		["edited", [new HumanMessage("a"), new AIMessage("B"), new HumanMessage("c")]],
		["removed", [new HumanMessage("a"), new HumanMessage("c")]],
		["put in", [new HumanMessage("a"), new HumanMessage("x"), new AIMessage("b"), new HumanMessage("c")]],
	])("sees a message that was %s", (_what, changed) => {
		const chain = extendChain([], messages);
		const before = digestOf(chain, 3);
		const again = extendChain(chain, changed);
		expect(digestOf(again, again.length)).not.toBe(before);
		expect(digestOf(again, 1)).toBe(digestOf(chain, 1));
		expect(digestOf(again, again.length)).toBe(digestOf(extendChain([], changed), changed.length));
	});

	test("sees content that was replaced in the same object", () => {
		const message = new HumanMessage("a");
		const chain = extendChain([], [message]);
		message.content = "b";
		expect(extendChain(chain, [message])[0]?.message.text).toBe("b");
	});

	test("sees a file that was replaced beside the same text", () => {
		const picture = (data: string) => new HumanMessage({ content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }] });
		const chain = extendChain([], [picture("AAAA")]);
		expect(extendChain(chain, [picture("BBBB")])[0]?.message.id).not.toBe(chain[0]?.message.id);
		expect(extendChain(chain, [picture("AAAA")])[0]?.message).toBe(chain[0]?.message);
	});

	test("counts equal messages on", () => {
		const chain = extendChain([], [new HumanMessage("ok"), new HumanMessage("ok")]);
		const again = extendChain(
			chain,
			["ok", "ok", "ok"].map((text) => new HumanMessage(text)),
		);
		expect(again.map(({ message }) => message.id.split(".")[1])).toEqual(["0", "1", "2"]);
	});
});

test("a cut is possible only before a user message; the first message starts whatever it is", () => {
	const call = { id: "c", name: "look_up", args: {} };
	const messages = [
		new AIMessage("welcome"),
		new SystemMessage("rules"),
		new HumanMessage("q"),
		new AIMessage({ content: "", tool_calls: [call] }),
		new ToolMessage({ content: "r", tool_call_id: "c" }),
	];
	expect(extendChain([], messages).map(({ message }) => [message.role, message.continues ?? false])).toEqual([
		["assistant", false],
		["user", false],
		["assistant", true],
		["tool", true],
	]);
});

test("digests are the ones that the compressor computes, and none for an empty history", () => {
	expect(digestOf([], 0)).toBeUndefined();
	const chain = extendChain([], [new HumanMessage("a"), new AIMessage("b")]);
	expect(digestOf(chain, 2)).toMatch(/^[0-9a-f]{32}$/);
});
