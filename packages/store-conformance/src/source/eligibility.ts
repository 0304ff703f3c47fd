import assert from "node:assert/strict";
import { at, rowTime, someScope as scope, writeRows } from "../fixtures.ts";
import type { OpenedSource } from "../harness.ts";
import type { Case } from "../suite.ts";

const blanks = ["", " ", "\n\t\r", "\u00a0\u3000 \u2028"];
const needs = ["ineligibleRows"] as const;

export const eligibilityCases: readonly Case<OpenedSource>[] = [
	{
		name: "errors and blank rows are not there, in no read and no count",
		needs,
		run: async ({ source, rows }) => {
			const [first, second] = await writeRows(rows, scope, 2);
			await rows.append(scope, { text: "Failed", error: true, timestampMs: rowTime(0.5) });
			for (const [index, text] of blanks.entries()) await rows.append(scope, { text, timestampMs: rowTime(2 + index) });
			await rows.append(scope, { text: "Failed", files: ["plan.pdf"], error: true, timestampMs: rowTime(9) });
			assert.ok(first && second);
			const wanted = [first.id, second.id];
			assert.deepEqual(
				(await source.newest(scope, 2)).map((message) => message.id),
				wanted,
			);
			assert.deepEqual(
				(await source.after(scope, undefined, 2)).map((message) => message.id),
				wanted,
			);
			assert.equal(await source.count(scope, { after: undefined }), 2);
			assert.equal(await source.count(scope, { through: at(second) }), 2);
		},
	},
	{
		name: "a blank row with a file is there",
		needs,
		run: async ({ source, rows }) => {
			const row = await rows.append(scope, { text: " ", files: ["plan.pdf"], timestampMs: rowTime(0) });
			assert.deepEqual(
				(await source.newest(scope, 5)).map((message) => message.id),
				[row.id],
			);
			assert.equal(await source.count(scope, { through: at(row) }), 1);
		},
	},
	{
		name: "rows come and go as they become errors or blank and cease to be",
		needs: ["ineligibleRows"],
		run: async ({ source, rows }) => {
			const row = await rows.append(scope, { text: "Text", timestampMs: rowTime(0) });
			const seen = async () => (await source.newest(scope, 5)).length;
			await rows.update(scope, row.id, { error: true });
			assert.equal(await seen(), 0);
			await rows.update(scope, row.id, { error: false });
			assert.equal(await seen(), 1);
			await rows.update(scope, row.id, { text: "\n" });
			assert.equal(await seen(), 0);
			await rows.update(scope, row.id, { files: ["plan.pdf"] });
			assert.equal(await seen(), 1);
		},
	},
];
