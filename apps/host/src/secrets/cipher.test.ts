import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createCipher } from "./cipher.ts";

const cipher = createCipher(randomBytes(32));

it("opens what it sealed, whatever the text", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, context) => {
			const sealed = cipher.seal(text, context);
			expect(sealed).toMatch(/^v1\.[\w-]+$/);
			expect(cipher.open(sealed, context)).toBe(text);
		}),
	);
});

it("never seals the same text to the same ciphertext", () => {
	expect(cipher.seal("sk-1", "a")).not.toBe(cipher.seal("sk-1", "a"));
});

it("does not open with another key, in another context, or after a change of any byte", () => {
	const sealed = cipher.seal("sk-secret", "owner");
	expect(createCipher(randomBytes(32)).open(sealed, "owner")).toBeUndefined();
	expect(cipher.open(sealed, "somebody")).toBeUndefined();
	const bytes = Buffer.from(sealed.slice(3), "base64url");
	for (let index = 0; index < bytes.length; index++) {
		const changed = Buffer.from(bytes);
		changed[index] = (changed[index] ?? 0) ^ 1;
		expect(cipher.open(`v1.${changed.toString("base64url")}`, "owner")).toBeUndefined();
	}
	for (const broken of ["", "v1.", "v2.abc", sealed.slice(0, 30), "sk-secret"]) expect(cipher.open(broken, "owner")).toBeUndefined();
});

it("makes the same key of the same passphrase", () => {
	const sealed = createCipher("correct horse battery staple").seal("x", "y");
	expect(createCipher("correct horse battery staple").open(sealed, "y")).toBe("x");
	expect(createCipher("correct horse battery stapl").open(sealed, "y")).toBeUndefined();
});
