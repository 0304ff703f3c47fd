import { expect, it } from "vitest";
import { chatItems, retryOf } from "./chat-items.ts";
import { aMessage } from "./message.fixture.ts";

const question = aMessage("q");
const answer = aMessage("a", { sender: "Machine" });
const turn = { input: "hi", files: [], inputStored: false, blocks: [], text: "", status: "running", problem: "" } as const;
const kinds = (...given: Parameters<typeof chatItems>) => chatItems(...given).map(({ kind }) => kind);

it("shows a turn from its first keystroke sent to its stored answer", () => {
	expect(kinds([], turn)).toEqual(["sending", "answering"]);
	expect(kinds([question], { ...turn, inputStored: true })).toEqual(["message", "answering"]);
	expect(kinds([question, answer], undefined)).toEqual(["message", "message"]);
});

it("keeps what a stopped or failed turn has to say", () => {
	expect(kinds([question], { ...turn, inputStored: true, status: "stopped" })).toEqual(["message", "ended"]);
	expect(kinds([], { ...turn, status: "failed" })).toEqual(["sending", "ended"]);
});

it("says once why a turn failed, when a stored row says it", () => {
	const failed = { ...turn, inputStored: true, status: "failed", problem: "No quota." } as const;
	const row = aMessage("e", { sender: "Machine", error: true, text: "No quota." });
	expect(kinds([question, row], failed)).toEqual(["message", "message"]);
	expect(kinds([question, row], { ...failed, text: "What there was" })).toEqual(["message", "message", "ended"]);
	expect(kinds([question, { ...row, text: "An older one." }], failed)).toEqual(["message", "message", "ended"]);
	expect(kinds([question, row], { ...failed, inputStored: false })).toEqual(["message", "message", "sending", "ended"]);
});

it("says that a message has no answer, as after a reload in mid stream", () => {
	expect(kinds([question, answer, aMessage("q2")], undefined)).toEqual(["message", "message", "message", "unanswered"]);
	expect(kinds([aMessage("q", { error: true })], undefined)).toEqual(["message"]);
});

it("retries the newest exchange: its input again, everything since it removed", () => {
	expect(retryOf([question, answer, aMessage("q2", { text: "again" }), aMessage("a2", { sender: "Machine" })])).toEqual({
		input: "again",
		files: [],
		remove: ["q2", "a2"],
	});
	expect(retryOf([answer])).toBeUndefined();
});
