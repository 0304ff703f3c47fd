import { expect, test } from "vitest";
import { extendDigest } from "../digest.ts";
import type { SessionMessage } from "../message.ts";
import { createDigestCache } from "./digest-cache.ts";

const message = (id: string, text = id): SessionMessage => ({ id, revision: 0, role: "user", text });

test("a growing array costs only its new messages, a changed one what follows the change", () => {
	const hashed: string[] = [];
	const digestOf = createDigestCache((previous, row) => {
		hashed.push(row.id);
		return extendDigest(previous, row);
	});
	digestOf([message("a"), message("b")]);
	digestOf([message("a"), message("b"), message("c")]);
	digestOf([message("a")]);
	expect(hashed).toEqual(["a", "b", "c"]);
	digestOf([message("a"), message("b", "B"), message("c")]);
	expect(hashed).toEqual(["a", "b", "c", "b", "c"]);
});

test("gives the same as hashing everything", () => {
	const digestOf = createDigestCache();
	expect(digestOf([])).toBeUndefined();
	const histories = ["ab", "abc", "axc", "a", "xyz", "xy", ""].map((history) => [...history].map((id) => message(id)));
	for (const history of histories) expect(digestOf(history)).toBe(createDigestCache()(history));
});
