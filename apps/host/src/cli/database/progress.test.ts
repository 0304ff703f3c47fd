import { expect, it } from "vitest";
import { createProgress } from "./progress.ts";

function shown(isTerminal: boolean) {
	const texts: string[] = [];
	const clock = { nowMs: 0 };
	return { texts, clock, progress: createProgress({ err: (text) => texts.push(text), isTerminal }, () => clock.nowMs) };
}

it("draws one bar on a terminal, at most ten times a second, and a new line when a part is complete", () => {
	const { texts, clock, progress } = shown(true);
	progress.show("message", 0, 2_000);
	clock.nowMs = 50;
	progress.show("message", 500, 2_000);
	clock.nowMs = 150;
	progress.show("message", 1_000, 2_000);
	progress.show("message", 2_000, 2_000);
	progress.show("secret", 0, 0);
	expect(texts).toEqual([
		"\r\u001b[K[------------------------]   0 % message: 0 of 2,000",
		"\r\u001b[K[############------------]  50 % message: 1,000 of 2,000",
		"\r\u001b[K[########################] 100 % message: 2,000 of 2,000\n",
		"\r\u001b[K[########################] 100 % secret: 0 of 0\n",
	]);
	clock.nowMs = 1_000;
	progress.show("flow", 1, 2);
	progress.end();
	progress.end();
	expect(texts.slice(4)).toEqual(["\r\u001b[K[############------------]  50 % flow: 1 of 2", "\n"]);
});

it("writes plain lines elsewhere: every five seconds, and when a part is complete, once", () => {
	const { texts, clock, progress } = shown(false);
	for (let done = 0; done <= 12; done++) {
		clock.nowMs = done * 1_000;
		progress.show("message", done, 12);
	}
	progress.show("message", 12, 12);
	progress.end();
	expect(texts).toEqual(["message: 0 of 12\n", "message: 5 of 12\n", "message: 10 of 12\n", "message: 12 of 12\n"]);
});
