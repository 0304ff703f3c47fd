import { expect, test } from "vitest";
import { measurePrompt } from "./prompt.ts";

const count = (text: string): number => text.length;
const message = (role: string, text: string) => ({ role, text });

test("the first call repeats nothing", () => {
	expect(measurePrompt([message("system", "abc"), message("user", "de")], undefined, count)).toEqual({ messages: 2, tokens: 13, repeatedTokens: 0 });
});

test("a call that only grows repeats the whole previous one", () => {
	const first = [message("system", "abc"), message("user", "de")];
	expect(measurePrompt([...first, message("assistant", "f"), message("user", "g")], first, count)).toMatchObject({ tokens: 23, repeatedTokens: 13 });
});

test("repetition ends at the first message that differs in text or role", () => {
	const previous = [message("system", "abc"), message("user", "de"), message("user", "same")];
	expect(measurePrompt([message("system", "abc"), message("user", "dX"), message("user", "same")], previous, count).repeatedTokens).toBe(7);
	expect(measurePrompt([message("system", "abc"), message("assistant", "de")], previous, count).repeatedTokens).toBe(7);
});
