import { expect, test } from "vitest";
import type { SessionMessage } from "../message.ts";
import { createArraySource } from "./array-source.ts";

const scope = { flowId: "", userId: "", sessionId: "s", contextId: "" };
const message = (id: string, text = id): SessionMessage => ({ id, revision: 0, role: "user", text });
const at = (id: string) => ({ timestampMs: 0, id });
const ids = (messages: readonly SessionMessage[]) => messages.map(({ id }) => id);

test("reads in array order, whatever the ids and times", async () => {
	const source = createArraySource([message("c"), message("a"), message("b"), message("d")]);
	expect(ids(await source.newest(scope, 2))).toEqual(["b", "d"]);
	expect(ids(await source.newest(scope, 2, { exclude: "d" }))).toEqual(["a", "b"]);
	expect(ids(await source.newest(scope, 0))).toEqual([]);
	expect(ids(await source.after(scope, at("a"), 10))).toEqual(["b", "d"]);
	expect(ids(await source.after(scope, undefined, 2, { exclude: "a" }))).toEqual(["c", "b"]);
	expect(await source.count(scope, { through: at("a") })).toBe(2);
	expect(await source.count(scope, { after: at("a") })).toBe(2);
	expect(await source.count(scope, { after: undefined })).toBe(4);
});

test("a cursor whose message is gone lies before all messages, and has no digest", async () => {
	const source = createArraySource([message("a"), message("b")]);
	expect(ids(await source.after(scope, at("gone"), 10))).toEqual(["a", "b"]);
	expect(await source.count(scope, { through: at("gone") })).toBe(0);
	expect(await source.digest?.(scope, at("gone"))).toBeUndefined();
});

test("gives copies", async () => {
	const messages = [message("a")];
	const source = createArraySource(messages);
	Object.assign((await source.newest(scope, 1))[0] ?? {}, { text: "changed" });
	Object.assign((await source.after(scope, undefined, 1))[0] ?? {}, { text: "changed" });
	expect(messages).toEqual([message("a")]);
});

test("the digest tells every change at or before the cursor, and no later one", async () => {
	let messages = [message("a"), message("b"), message("c")];
	const source = createArraySource(() => messages);
	const digest = await source.digest?.(scope, at("b"));
	const variants: SessionMessage[][] = [
		[message("a", "A"), message("b"), message("c")],
		[message("b"), message("a"), message("c")],
		[message("b"), message("c")],
		[message("ab"), message("b")],
		[message("x"), message("a"), message("b")],
	];
	for (messages of variants) expect(await source.digest?.(scope, at("b"))).not.toBe(digest);
	messages = [message("a"), message("b"), message("c", "C"), message("d")];
	expect(await source.digest?.(scope, at("b"))).toBe(digest);
	expect(await source.digest?.(scope, at("c"))).toBe(await createArraySource(messages).digest?.(scope, at("c")));
});
