import { expect, test } from "vitest";
import { failureText } from "./failure-text.ts";

const refused = Object.assign(new Error('password authentication failed for user "app"'), { code: "28P01", severity: "FATAL" });
const store = Object.assign(new Error(`postgres://10.0.0.5/app: ${refused.message}`, { cause: refused }), { publicMessage: "it cannot be used." });

test.each<[string, unknown, string]>([
	["an error's message", new Error("no such city"), "no such city"],
	["anything else as text", "broken", "broken"],
	["what a store makes public", store, "The database failed: it cannot be used."],
	["the same where it was wrapped", new Error(`Could not read: ${store.message}`, { cause: store }), "The database failed: it cannot be used."],
	["nothing of a driver's error", refused, "The database failed."],
	["nor where it was wrapped", new Error(`Failed query: insert secret`, { cause: refused }), "The database failed."],
	["a network error of something else", Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }), "connect ECONNREFUSED"],
])("%s", (_what, error, text) => {
	expect(failureText(error)).toBe(text);
});

test("a cycle of causes ends", () => {
	const error = new Error("round");
	error.cause = error;
	expect(failureText(error)).toBe("round");
});
