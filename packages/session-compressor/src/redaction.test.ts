import { describe, expect, test } from "vitest";
import { scope, setUp } from "./set-up.fixture.ts";

const redact = (text: string) => text.replaceAll(/sk-\w+/g, "[secret]");

describe("redact (hermes PR13228)", () => {
	test("covers batch, previous state and reply", async () => {
		const { compressor, another, say, model, store } = setUp({ pinnedKeys: [{ name: "key", description: "" }] });
		say(8, { text: "key: sk-old" });
		await compressor.recall(scope);
		say(4, { text: "key: sk-new" });
		const careful = another({ redact });
		model.next({ reply: '{"pinned":{"key":"sk-\\u0072eply"},"summary":"- has sk-reply"}' });
		await careful.recall(scope);
		expect(JSON.stringify(model.requests.at(-1))).not.toContain("sk-");
		expect(await store.load(scope)).toMatchObject({ pinned: { key: "[secret]" }, summary: "- has [secret]" });
	});

	test("leaves the rows and the view as they are", async () => {
		const { compressor, say } = setUp({ redact });
		say(2, { text: "sk-mine" });
		expect((await compressor.recall(scope)).messages[0]?.text).toBe("sk-mine");
	});

	test("that leaves nothing of a value leaves the value out", async () => {
		const { compressor, say, model } = setUp({ redact: (text) => text.replaceAll("sk-1", ""), pinnedKeys: [{ name: "key", description: "" }] });
		say(8);
		model.next({ reply: '{"pinned":{"key":"sk-1"},"summary":"s"}' });
		expect((await compressor.recall(scope)).state?.pinned).toEqual({});
	});

	test.each([
		["throws", () => Promise.reject(new Error("async")) as never],
		["returns no string", () => 7 as never],
		[
			"throws at once",
			() => {
				throw new Error("no");
			},
		],
	])("that %s fails the fold, not the turn, and nothing is sent", async (_what, broken) => {
		const { compressor, say, model, store, events, clock } = setUp({ redact: broken });
		say(8);
		expect((await compressor.recall(scope)).messages).toHaveLength(8);
		expect(model.requests).toEqual([]);
		expect(events.at(-1)).toMatchObject({ type: "fold-failed", code: "server-error" });
		expect(await store.load(scope)).toBeUndefined();
		expect(await compressor.fold(scope)).toEqual({ outcome: "backing-off", retryAtMs: clock.now() + 5_000 });
	});

	test("that breaks on the reply saves nothing", async () => {
		const { compressor, say, model, store } = setUp({
			redact: (text) => {
				if (text.includes("boom")) throw new Error("boom");
				return text;
			},
		});
		say(8);
		model.next({ reply: '{"summary":"boom"}' });
		await compressor.recall(scope);
		expect(await store.load(scope)).toBeUndefined();
		expect((await store.journal.list(scope))[0]).toMatchObject({ outcome: "failed", code: "server-error" });
	});

	test("that leaves nothing of the summary is an empty summary", async () => {
		const { compressor, say, model, events } = setUp({ redact: (text) => text.replaceAll("gone", " ") });
		say(8);
		model.next({ reply: '{"summary":"gone"}' });
		await compressor.recall(scope);
		expect(events.at(-1)).toMatchObject({ type: "fold-failed", code: "empty-summary" });
	});
});
