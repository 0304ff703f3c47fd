import { describe, expect, test } from "vitest";
import type { FoldRequest } from "../summarizer.ts";
import { buildConversation } from "./build-conversation.ts";
import { createManualClock } from "./manual-clock.ts";
import { createHeld, createScriptedSummarizer } from "./scripted-summarizer.ts";

const request: FoldRequest = {
	system: "",
	user: "transcript",
	messages: [{ id: "m1", revision: 0, role: "user", text: "city: Graz\nmore" }],
	summary: "- m0",
	keys: [{ name: "city", description: "" }],
};
const running = () => ({ signal: new AbortController().signal });

describe("the scripted summarizer", () => {
	test("carries facts over, adds the new ones and picks up mentioned values", async () => {
		const { summarizer, requests, batches } = createScriptedSummarizer();
		const reply = await summarizer(request, running());
		expect(JSON.parse(reply.text)).toEqual({ pinned: { city: "Graz" }, summary: "- m0\n- m1" });
		expect(reply).toMatchObject({ model: "scripted", finishReason: "stop" });
		expect(requests).toEqual([request]);
		expect(batches).toEqual([]);
	});

	test("plays its script, then decides, and records every call", async () => {
		const model = createScriptedSummarizer({ decide: () => ({ reply: "decided" }), fact: ({ text }) => text });
		model.next({ fail: "timeout" }, "fold", { throws: "thing" });
		await expect(model.summarizer(request, running())).rejects.toMatchObject({ code: "timeout" });
		expect((await model.summarizer(request, running())).text).toContain("- city: Graz");
		await expect(model.summarizer(request, running())).rejects.toBe("thing");
		expect((await model.summarizer(request, running())).text).toBe("decided");
		expect(model.batches).toEqual([["m1"], ["m1"], ["m1"], ["m1"]]);
	});

	test("holds a call until it is released or aborted", async () => {
		const model = createScriptedSummarizer();
		const [first, second, deaf] = [createHeld(), createHeld(), createHeld()];
		model.next({ hold: first, afterwards: { reply: "late" } }, { hold: second }, { hold: deaf, deaf: true });
		const held = model.summarizer(request, running());
		await first.reached;
		first.release();
		expect((await held).text).toBe("late");
		await expect(model.summarizer(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
		const ignoring = model.summarizer(request, { signal: AbortSignal.abort() });
		await deaf.reached;
		deaf.release();
		expect((await ignoring).text).toContain("m1");
	});
});

describe("the manual clock", () => {
	test("wakes sleepers when their time has come", async () => {
		const clock = createManualClock(100);
		const woken: string[] = [];
		const { signal } = new AbortController();
		const both = [clock.sleep(10, signal).then(() => woken.push("short")), clock.sleep(20, signal).then(() => woken.push("long"))];
		clock.advance(9);
		expect(clock.sleeping).toBe(2);
		clock.advance(1);
		await both[0];
		expect(woken).toEqual(["short"]);
		clock.advance(10);
		await both[1];
		expect([clock.now(), clock.sleeping]).toEqual([120, 0]);
	});

	test("ends a sleep with the signal's reason", async () => {
		const clock = createManualClock();
		const controller = new AbortController();
		const sleep = clock.sleep(10, controller.signal);
		controller.abort(new Error("enough"));
		await expect(sleep).rejects.toThrow("enough");
		await expect(clock.sleep(10, controller.signal)).rejects.toThrow("enough");
		expect(clock.sleeping).toBe(0);
	});
});

test("a conversation alternates, counts its ids and can have times and texts", () => {
	expect(buildConversation(2)).toEqual([
		{ id: "m0001", revision: 0, role: "user", text: "user message 1" },
		{ id: "m0002", revision: 0, role: "assistant", text: "assistant message 2" },
	]);
	expect(buildConversation(2, { startMs: 5_000, idPrefix: "x", text: (place) => `#${place}` })[1]).toMatchObject({
		id: "x0002",
		text: "#2",
		timestampMs: 6_000,
	});
});
