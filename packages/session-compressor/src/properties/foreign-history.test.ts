import fc from "fast-check";
import { test } from "vitest";
import { createSessionCompressor } from "../create-compressor.ts";
import { createArraySource, createMemoryStateStore } from "../memory.ts";
import type { SessionMessage } from "../message.ts";
import { createManualClock, createScriptedSummarizer } from "../testing.ts";
import { checkBatch, checkView, factOf, type Rows } from "./checker.fixture.ts";

const scope = { flowId: "", userId: "", sessionId: "s", contextId: "" };
const limits = { foldThreshold: 3, maxBatch: 5, summaryWords: 100_000 };

type Change =
	| { readonly type: "say"; readonly count: number }
	| { readonly type: "edit" | "delete" | "insert"; readonly place: number }
	| { readonly type: "recall"; readonly recentMessages: number; readonly slow: boolean };

const place = fc.nat({ max: 30 });
const changes = fc.array(
	fc.oneof(
		{ weight: 4, arbitrary: fc.record({ type: fc.constant("say" as const), count: fc.integer({ min: 1, max: 4 }) }) },
		{ weight: 2, arbitrary: fc.record({ type: fc.constantFrom("edit" as const, "delete" as const, "insert" as const), place }) },
		{
			weight: 4,
			arbitrary: fc.record({ type: fc.constant("recall" as const), recentMessages: fc.integer({ min: 1, max: 5 }), slow: fc.boolean() }),
		},
	),
	{ minLength: 5, maxLength: 40, size: "max" },
);

/** A foreign history that is changed behind the store's back, also while a fold waits for its model. */
async function playForeign(actions: readonly Change[]): Promise<void> {
	const clock = createManualClock();
	let history: readonly SessionMessage[] = [];
	let given = 0;
	const rows: Rows = { rows: () => history.map((message, timestampMs) => ({ ...scope, files: [], error: false, ...message, timestampMs })) };
	const fresh = (): SessionMessage => ({ id: `m${++given}`, revision: 0, role: given % 2 === 0 ? "assistant" : "user", text: `v${given}` });
	function change(action: Exclude<Change, { type: "recall" }>): void {
		if (action.type === "say") history = [...history, ...Array.from({ length: action.count }, fresh)];
		else if (action.type === "insert") history = history.toSpliced(action.place, 0, fresh());
		else if (action.type === "delete") history = history.toSpliced(action.place, 1);
		else history = history.map((message, index) => (index === action.place ? { ...message, text: `v${++given}` } : message));
	}
	const model = createScriptedSummarizer({ fact: factOf });
	const compressor = createSessionCompressor({
		source: createArraySource(() => history),
		store: createMemoryStateStore({ now: clock.now }),
		clock,
		summarizer: model.summarizer,
		...limits,
	});
	for (const [index, action] of actions.entries()) {
		if (action.type !== "recall") {
			change(action);
			continue;
		}
		const asked = { scope, exclude: undefined, recentMessages: action.recentMessages, maxBatch: limits.maxBatch };
		const during = actions[index + 1];
		const view = await compressor.recall(scope, {
			recentMessages: action.recentMessages,
			summarizer: async (request, options) => {
				checkBatch(rows, asked, request);
				if (action.slow && during && during.type !== "recall") change(during);
				return await model.summarizer(request, options);
			},
		});
		checkView(rows, asked, view);
	}
}

test("a memory beside a foreign history never disagrees with it", async () => {
	await fc.assert(fc.asyncProperty(changes, playForeign), { numRuns: 300 });
});
