import { expect, test } from "vitest";
import { createMessageLog } from "./message-log.ts";

const scope = { flowId: "flow", userId: "user", sessionId: "session", contextId: "" };

test("reads what a model could see, in order, without what only the table knows", async () => {
	const { append, source } = createMessageLog({ now: () => 5 });
	append({ ...scope, id: "b", text: "two", timestampMs: 2, role: "assistant", continues: true });
	append({ ...scope, id: "a", text: "one", timestampMs: 1, files: ["a.pdf"] });
	append({ ...scope, id: "c", text: "failed", timestampMs: 3, error: true });
	const messages = [
		{ id: "a", revision: 0, timestampMs: 1, role: "user", text: "one", files: ["a.pdf"] },
		{ id: "b", revision: 0, timestampMs: 2, role: "assistant", text: "two", continues: true },
	];
	expect(await source.newest(scope, 10)).toEqual(messages);
	expect(await source.newest(scope, 1, { exclude: "b" })).toEqual(messages.slice(0, 1));
	expect(await source.newest(scope, 0)).toEqual([]);
	expect(await source.after(scope, { timestampMs: 1, id: "a" }, 10)).toEqual(messages.slice(1));
	expect(await source.count(scope, { through: { timestampMs: 3, id: "c" } })).toBe(2);
	expect(await source.count(scope, { after: undefined })).toBe(2);
});

test("the digest is undefined for a row that no model sees or that is gone", async () => {
	const { append, delete: remove, source } = createMessageLog({ now: () => 5 });
	append({ ...scope, id: "a", text: "one", timestampMs: 1 });
	append({ ...scope, id: "b", text: "", timestampMs: 2 });
	expect(await source.digest?.(scope, { timestampMs: 1, id: "a" })).toBeDefined();
	expect(await source.digest?.(scope, { timestampMs: 2, id: "b" })).toBeUndefined();
	remove(["a"]);
	expect(await source.digest?.(scope, { timestampMs: 1, id: "a" })).toBeUndefined();
});
