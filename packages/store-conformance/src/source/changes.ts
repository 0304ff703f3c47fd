import assert from "node:assert/strict";
import { at, rowTime, someScope as scope, writeRows } from "../fixtures.ts";
import type { OpenedSource } from "../harness.ts";
import type { Case } from "../suite.ts";

export const changeCases: readonly Case<OpenedSource>[] = [
	{
		name: "an edited message has its new text in its old place",
		run: async ({ source, rows }) => {
			const written = await writeRows(rows, scope, 3);
			await rows.update(scope, written[1]?.id ?? "", { text: "Something else" });
			assert.deepEqual(
				(await source.after(scope, undefined, 10)).map((message) => message.text),
				["Message 0", "Something else", "Message 2"],
			);
		},
	},
	{
		name: "a deleted message is gone",
		run: async ({ source, rows }) => {
			const written = await writeRows(rows, scope, 3);
			await rows.delete(scope, [written[1]?.id ?? ""]);
			assert.deepEqual(
				(await source.newest(scope, 10)).map((message) => message.text),
				["Message 0", "Message 2"],
			);
			assert.equal(await source.count(scope, { after: undefined }), 2);
		},
	},
	{
		name: "a revision starts at 0 and rises by one at every change, and only then",
		needs: ["revisions"],
		run: async ({ source, rows }) => {
			const row = await rows.append(scope, { text: "One", timestampMs: rowTime(0) });
			assert.equal(row.revision, 0);
			assert.equal((await rows.update(scope, row.id, { text: "Two" })).revision, 1);
			assert.equal((await rows.update(scope, row.id, { text: "Two" })).revision, 1, "A change of nothing is no change.");
			assert.equal((await rows.update(scope, row.id, { text: "One" })).revision, 2);
			assert.equal((await source.newest(scope, 1))[0]?.revision, 2);
		},
	},
	{
		name: "the digest tells every change of id or text at or before a cursor, and nothing else",
		needs: ["digest"],
		run: async ({ source, rows }) => {
			const written = await writeRows(rows, scope, 4);
			const [first, second, third, fourth] = written;
			assert.ok(source.digest && first && second && third && fourth);
			const digest = () => source.digest?.(scope, at(third));
			const before = await digest();
			assert.ok(before);
			assert.notEqual(await source.digest(scope, at(second)), before);
			await rows.update(scope, fourth.id, { text: "Something else" });
			await rows.append(scope, { text: "New" });
			assert.equal(await digest(), before);
			await rows.update(scope, second.id, { text: "Something else" });
			assert.notEqual(await digest(), before);
			await rows.update(scope, second.id, { text: "Message 1" });
			assert.equal(await digest(), before);
			await rows.delete(scope, [first.id]);
			assert.notEqual(await digest(), before);
			await rows.delete(scope, [third.id]);
			assert.equal(await digest(), undefined);
		},
	},
];
