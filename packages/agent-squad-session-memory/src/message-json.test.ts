import fc from "fast-check";
import { expect, test } from "vitest";
import { messagesFromJson, messagesToJson } from "./message-json.ts";

const keys = fc.oneof(
	fc.string().filter((key) => key !== "__proto__"),
	fc.constantFrom("$foldback:bytes", "text", "role"),
);
const { value } = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4 },
		fc.string({ unit: "binary" }),
		fc.integer(),
		fc.boolean(),
		fc.constant(null),
		fc.uint8Array({ maxLength: 8 }),
		fc.array(tie("value"), { maxLength: 4 }),
		fc.dictionary(keys, tie("value"), { maxKeys: 4, noNullPrototype: true }),
	),
}));

test("messages of any JSON and bytes come back as they were", () => {
	const messages = fc.array(fc.record({ role: fc.string(), content: fc.oneof(fc.constant(undefined), fc.array(value, { maxLength: 4 })) }), { maxLength: 4 });
	fc.assert(
		fc.property(messages, (given) => {
			expect(messagesFromJson(messagesToJson(given))).toEqual(given);
		}),
		{ numRuns: 300 },
	);
});

test.each(["{}", "[1]", '[{"role":1}]', '[{"role":"user","content":"text"}]'])("%s is no list of messages", (text) => {
	expect(() => messagesFromJson(text)).toThrow("The stored text is not a list of messages.");
});
