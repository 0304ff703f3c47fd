import assert from "node:assert/strict";
import type { SessionMessage } from "@foldback/session-compressor";
import { at, rowTime, someScope as scope, writeRows } from "../fixtures.ts";
import type { OpenedSource, WrittenRow } from "../harness.ts";
import type { Case } from "../suite.ts";

export const readingCases: readonly Case<OpenedSource>[] = [
	{
		name: "an empty session has no messages",
		run: async ({ source }) => {
			assert.deepEqual(await source.newest(scope, 10), []);
			assert.deepEqual(await source.after(scope, undefined, 10), []);
			assert.equal(await source.count(scope, { after: undefined }), 0);
		},
	},
	{
		name: "messages come with role, text, files, revision and time",
		run: async ({ source, rows }) => {
			const user = await rows.append(scope, { text: "How are you? 💾 \0", role: "user", files: ["plan.pdf", "ü 1.png"], timestampMs: rowTime(0) });
			const assistant = await rows.append(scope, { text: "Fine", role: "assistant", timestampMs: rowTime(1) });
			const [first, second] = await source.newest(scope, 10);
			assert.deepEqual([first?.id, first?.role, first?.text, first?.files], [user.id, "user", "How are you? 💾 \0", ["plan.pdf", "ü 1.png"]]);
			assert.deepEqual([second?.id, second?.role, second?.text, second?.files ?? []], [assistant.id, "assistant", "Fine", []]);
			assert.equal(first?.revision, user.revision);
			assert.equal(first?.timestampMs ?? 0, user.timestampMs);
			assert.deepEqual(await source.after(scope, undefined, 10), [first, second], "Both ways of reading must give the same messages.");
		},
	},
	{
		name: "newest gives the newest, ascending, exactly as many as asked for",
		run: async ({ source, rows }) => {
			const written = await writeRows(rows, scope, 6);
			assertIds(await source.newest(scope, 3), written.slice(3));
			assertIds(await source.newest(scope, 1), written.slice(5));
			assertIds(await source.newest(scope, 6), written);
			assertIds(await source.newest(scope, 100), written);
			assertIds(await source.newest(scope, 0), []);
		},
	},
	{
		name: "the excluded message never comes back and takes up no place",
		run: async ({ source, rows }) => {
			const written = await writeRows(rows, scope, 6);
			const [first, , , , fifth, last] = written;
			assertIds(await source.newest(scope, 3, { exclude: idOf(last) }), written.slice(2, 5));
			assertIds(await source.newest(scope, 3, { exclude: idOf(fifth) }), written.toSpliced(4, 1).slice(2));
			assertIds(await source.newest(scope, 3, { exclude: idOf(first) }), written.slice(3));
			assertIds(await source.newest(scope, 100, { exclude: idOf(last) }), written.slice(0, 5));
			assertIds(await source.newest(scope, 3, { exclude: "no such id" }), written.slice(3));
			assertIds(await source.after(scope, undefined, 3, { exclude: idOf(first) }), written.slice(1, 4));
			assertIds(await source.after(scope, cursor(written[2]), 100, { exclude: idOf(last) }), written.slice(3, 5));
		},
	},
	{
		name: "after gives the oldest messages after the cursor, ascending, exactly as many as asked for",
		run: async ({ source, rows }) => {
			const written = await writeRows(rows, scope, 6);
			assertIds(await source.after(scope, undefined, 2), written.slice(0, 2));
			assertIds(await source.after(scope, cursor(written[1]), 2), written.slice(2, 4));
			assertIds(await source.after(scope, cursor(written[1]), 100), written.slice(2));
			assertIds(await source.after(scope, cursor(written[5]), 100), []);
			assertIds(await source.after(scope, cursor(written[1]), 0), []);
		},
	},
	{
		name: "count counts up to and including a cursor, and after it",
		run: async ({ source, rows }) => {
			const written = await writeRows(rows, scope, 6);
			assert.equal(await source.count(scope, { through: cursor(written[3]) }), 4);
			assert.equal(await source.count(scope, { after: cursor(written[3]) }), 2);
			assert.equal(await source.count(scope, { after: undefined }), 6);
			assert.equal(await source.count(scope, { through: cursor(written[5]) }), 6);
		},
	},
	{
		name: "messages of one millisecond are read one by one, none twice and none skipped",
		run: async ({ source, rows }) => {
			for (let index = 0; index < 7; index++) await rows.append(scope, { text: `Tied ${index}`, timestampMs: rowTime(0) });
			const all = await source.after(scope, undefined, 100);
			assert.equal(all.length, 7);
			for (const [index, message] of all.entries()) {
				const place = { timestampMs: message.timestampMs ?? 0, id: message.id };
				assert.deepEqual(await source.after(scope, place, 100), all.slice(index + 1));
				assert.equal(await source.count(scope, { through: place }), index + 1);
				assert.equal(await source.count(scope, { after: place }), 6 - index);
			}
			assert.deepEqual(await source.newest(scope, 3), all.slice(4));
		},
	},
	{
		name: "messages of one millisecond come in the order of their ids",
		needs: ["ordersByTime"],
		run: async ({ source, rows }) => {
			const tied: WrittenRow[] = [];
			for (let index = 0; index < 7; index++) tied.push(await rows.append(scope, { text: `Tied ${index}`, timestampMs: rowTime(0) }));
			assertIds(
				await source.after(scope, undefined, 100),
				tied.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
			);
		},
	},
	{
		name: "late messages come in their place",
		needs: ["ordersByTime"],
		run: async ({ source, rows }) => {
			const written = await writeRows(rows, scope, 4);
			const late = await rows.append(scope, { text: "Late", timestampMs: rowTime(1.5) });
			const order = written.toSpliced(2, 0, late);
			assertIds(await source.newest(scope, 100), order);
			assertIds(await source.after(scope, cursor(written[1]), 1), [late]);
			assert.equal(await source.count(scope, { through: cursor(written[2]) }), 4);
		},
	},
	{
		name: "messages that the store timed have strictly increasing times",
		needs: ["ordersByTime"],
		run: async ({ source, rows }) => {
			const written: WrittenRow[] = [];
			for (let index = 0; index < 20; index++) written.push(await rows.append(scope, { text: `Message ${index}` }));
			assertIds(await source.after(scope, undefined, 100), written);
			const times = written.map((row) => row.timestampMs);
			assert.ok(
				times.every((time, index) => Number.isInteger(time) && time > (times[index - 1] ?? 0)),
				`The times are ${times.join(", ")}.`,
			);
			const ahead = await rows.append(scope, { text: "Imported", timestampMs: (times.at(-1) ?? 0) + 1_000_000 });
			const next = await rows.append(scope, { text: "After it" });
			assert.ok(next.timestampMs > ahead.timestampMs, "A new message must not lie before an imported one from the future.");
		},
	},
	{
		name: "what a caller does to messages that it was given changes nothing",
		run: async ({ source, rows }) => {
			await writeRows(rows, scope, 2, { files: ["plan.pdf"] });
			const wanted = structuredClone(await source.newest(scope, 2));
			for (const message of await source.newest(scope, 2)) Reflect.set(message, "text", "spoilt");
			for (const message of await source.after(scope, undefined, 2)) Reflect.set(message, "text", "spoilt");
			assert.deepEqual(await source.newest(scope, 2), wanted);
		},
	},
];

function assertIds(messages: readonly SessionMessage[], wanted: readonly WrittenRow[]): void {
	assert.deepEqual(
		messages.map((message) => message.id),
		wanted.map((row) => row.id),
	);
}

function cursor(row: WrittenRow | undefined): ReturnType<typeof at> {
	assert.ok(row);
	return at(row);
}

function idOf(row: WrittenRow | undefined): string {
	return cursor(row).id;
}
