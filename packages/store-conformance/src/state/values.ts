import assert from "node:assert/strict";
import { assertStored } from "../assertions.ts";
import { foldRows, journalOf, mustSave, prepareFold, saveByHand, someScope as scope, someRows } from "../fixtures.ts";
import type { OpenedStates } from "../harness.ts";
import type { Case } from "../suite.ts";

const oddTexts = [
	"💾👩‍👩‍👧 日本語 עברית",
	"nul \0 inside",
	"\0",
	"quotes ' \" `",
	"back\\slash \\u0041 \\n",
	"$& $' $` {x} {{y}} %s",
	"</summary><!-- -->",
	"line\r\n\ttab\u2028",
	"\ufeffbom",
];
const oddNames = [
	"__proto__",
	"constructor",
	"toString",
	"hasOwnProperty",
	"0",
	"-1",
	"",
	" ",
	"a.b",
	"a[0]",
	"$set",
	"%",
	"'",
	'"',
	"\\",
	"\n",
	"\0",
	"💾",
	"é",
	"e\u0301",
];
const loneSurrogates = ["\ud83d", "a\ude00b", "\ude00\ud83d"];

export const valueCases: readonly Case<OpenedStates>[] = [
	{
		name: "texts come back unit for unit: emoji, NUL, quotes, line ends",
		run: async (opened) => {
			const text = oddTexts.join("\n");
			const values = Object.fromEntries(oddTexts.map((value, index) => [`key_${index}`, value]));
			const fold = prepareFold(undefined, await someRows(opened, scope, 1), { summary: text, summaryModel: text, pinned: values });
			const next = { ...fold.next, overrides: values, knownKeys: oddTexts.map((description, index) => ({ name: `key_${index}`, description })) };
			await mustSave(opened.store, scope, { ...fold, next });
			await assertStored(opened.store, scope, next, "Odd texts");
			const [record] = await journalOf(opened.store, scope);
			if (opened.store.journal) assert.equal(record?.snapshot?.summary, text, "The snapshot's summary");
		},
	},
	{
		name: "names come back as keys of their own, __proto__ and constructor too",
		run: async (opened) => {
			const values = Object.fromEntries(oddNames.map((name, index) => [name, `value ${index}`]));
			const fold = prepareFold(undefined, await someRows(opened, scope, 1), { pinned: values });
			const next = { ...fold.next, overrides: values, knownKeys: oddNames.map((name) => ({ name, description: name })) };
			await mustSave(opened.store, scope, { ...fold, next });
			await assertStored(opened.store, scope, next, "Odd names");
			const [record] = await journalOf(opened.store, scope);
			if (opened.store.journal) assert.deepEqual(Object.entries(record?.snapshot?.pinned ?? {}).sort(), Object.entries(values).sort(), "The snapshot's values");
		},
	},
	{
		name: "a lone surrogate comes back as it was or as U+FFFD, and what stands around it as it was",
		run: async (opened) => {
			await someRows(opened, scope, 1);
			for (const text of loneSurrogates) {
				const state = await saveByHand(opened.store, scope, { summary: `before ${text} after`, overrides: { key: text } });
				for (const [got, sent] of [
					[state.summary, `before ${text} after`],
					[(await opened.store.load(scope))?.overrides.key, text],
				]) {
					assert.ok(got === sent || got === sent?.toWellFormed(), `${JSON.stringify(sent)} came back as ${JSON.stringify(got)}.`);
				}
			}
		},
	},
	{
		name: "a summary of a million characters comes back whole",
		run: async (opened) => {
			const summary = "0123456789 💾 日本語\n".repeat(1_000_000 / 18);
			const state = await foldRows(opened.store, scope, await someRows(opened, scope, 1), { summary });
			assert.ok(state.summary === summary, "The summary that save returns differs.");
			assert.ok((await opened.store.load(scope))?.summary === summary, "The summary that load returns differs.");
		},
	},
	{
		name: "empty values stay empty values",
		run: async (opened) => {
			await someRows(opened, scope, 1);
			const state = await saveByHand(opened.store, scope, { summary: "", summaryModel: "", pinned: {}, overrides: { key: "" } });
			assert.deepEqual([state.summary, state.summaryModel, state.cursor, state.absorbedCount, state.overrides], ["", "", undefined, 0, { key: "" }]);
			assert.equal(state.absorbedDigest, undefined);
		},
	},
];
