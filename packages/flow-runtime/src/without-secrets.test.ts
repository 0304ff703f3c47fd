import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutSecrets } from "./without-secrets.ts";

const secret = 'Bearer sk-"quoted"\n1234567890abcdefghij';

test.each([
	["as it is", `401: ${secret}!`, "401: [secret]!"],
	["as JSON", `Field x is ${JSON.stringify(secret)}: no.`, 'Field x is "[secret]": no.'],
	["in an address", `GET http://h/?key=${encodeURIComponent(secret)}`, "GET http://h/?key=[secret]"],
	["cut off", `Field x is ${JSON.stringify(secret).slice(0, 30)}…`, 'Field x is "[secret]…'],
	["twice", `${secret}${secret}`, "[secret][secret]"],
	["without what surrounds it", `a${secret.trim()}b`, "a[secret]b"],
])("hides a secret %s", (_how, text, clean) => {
	expect(withoutSecrets(text, [secret])).toBe(clean);
});

test("hides a secret that holds another, and leaves what is too short to be one", () => {
	expect(withoutSecrets("key-12345678-long and key-12345678", ["key-12345678", "key-12345678-long", "k", ""])).toBe("[secret] and [secret]");
});

test("leaves no secret in any text", () => {
	const secrets = fc.array(fc.string({ minLength: 4, maxLength: 60, unit: "binary" }), { minLength: 1, maxLength: 4 });
	fc.assert(
		fc.property(secrets, fc.array(fc.string({ unit: "binary" })), (hidden, words) => {
			const text = hidden.flatMap((item, index) => [words[index] ?? " ", item, " ", JSON.stringify(item)]).join("");
			const clean = withoutSecrets(text, hidden);
			for (const item of hidden) expect("[secret]".includes(item) || !clean.includes(item)).toBe(true);
		}),
		{ numRuns: 2_000 },
	);
});
