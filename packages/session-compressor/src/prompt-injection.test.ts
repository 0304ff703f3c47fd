import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { delimiterNames } from "./delimiters.ts";
import { closingInstruction, foldInstructions } from "./fold-prompt.ts";
import { hostileText } from "./hostile-text.fixture.ts";
import { scope, setUp } from "./set-up.fixture.ts";
import type { FoldRequest } from "./summarizer.ts";
import { summaryPrefix } from "./summary-message.ts";

const numRuns = Number(process.env?.FOLDBACK_FUZZ_RUNS ?? 2_000);
const tag = new RegExp(`<[\\s/]*(?:${delimiterNames.join("|")})`, "giu");

/** The text as a careless reader sees it: letters of one kind, nothing invisible. */
function carelessly(text: string): string {
	return text
		.normalize("NFKC")
		.replaceAll(/[\p{Cf}\p{M}]/gu, "")
		.replaceAll("ѕ", "s");
}

const tagsIn = (text: string) => [...carelessly(text).matchAll(tag)].map(([found]) => found);

/** The tags of a request's own blocks, which are those that hold something. */
function promptTags({ keys, summary }: FoldRequest): readonly string[] {
	const names = [...(keys.length > 0 ? ["known_keys"] : []), ...(summary === "" ? [] : ["summary_so_far"]), "conversation_transcript"];
	return names.flatMap((name) => [`<${name}`, `</${name}`]);
}

/** Replies that a model under somebody's influence may give: JSON with anything in it, with anything around it. */
const hostileReply = fc
	.record({
		before: fc.oneof(fc.constant(""), hostileText),
		pinned: fc.dictionary(
			fc.oneof(fc.constantFrom("city", "role", "__proto__", "constructor", "toString", " city ", "CITY"), hostileText),
			fc.oneof(hostileText, fc.constant(null), fc.jsonValue()),
		),
		summary: fc.oneof(hostileText, fc.jsonValue()),
		extra: fc.dictionary(fc.constantFrom("system", "role", "overrides", "knownKeys", "messages"), hostileText),
		after: fc.oneof(fc.constant(""), hostileText),
	})
	.map(({ before, after, ...reply }) => `${before}${JSON.stringify({ ...reply.extra, pinned: reply.pinned, summary: reply.summary })}${after}`);

describe("whatever chat, tool output, file names and the model say", () => {
	test("no tag of the fold prompt or the summary message is theirs, no system message, and no key that is not configured", {
		timeout: 60_000 + 10 * numRuns,
	}, async () => {
		const texts = fc.array(fc.record({ text: hostileText, files: fc.array(hostileText, { maxLength: 2 }) }), { minLength: 9, maxLength: 9 });
		await fc.assert(
			fc.asyncProperty(
				texts,
				fc.oneof(hostileReply, hostileText),
				fc.constantFrom("message" as const, "merge" as const),
				async (messages, reply, summaryPlacement) => {
					const { compressor, say, model } = setUp({ pinnedKeys: [{ name: "city", description: "" }], summaryPlacement });
					const roles = ["user", "assistant", "tool"] as const;
					const said = messages.map((message, index) => say(1, { ...message, text: `${message.text}.`, role: roles[index % 3] ?? "user" })[0]);
					model.next({ reply });
					await compressor.recall(scope);
					say(4);
					const view = await compressor.recall(scope);
					expect(model.requests.length).toBeGreaterThan(0);
					for (const request of model.requests) {
						const { system, user } = request;
						expect(system).toBe(foldInstructions({ summaryWords: 300, asksForKeys: true }));
						expect(tagsIn(user)).toEqual(promptTags(request));
						expect(user.endsWith(closingInstruction)).toBe(true);
					}
					if (view.summary) {
						expect(tagsIn(view.summary.text)).toEqual(["<session_memory", "</session_memory"]);
						expect(view.summary.text.startsWith(summaryPrefix)).toBe(true);
						expect(view.summary.text.endsWith("\n</session_memory>")).toBe(true);
					}
					for (const known of [view.state?.pinned, view.state?.overrides]) for (const name of Object.keys(known ?? {})) expect(name).toBe("city");
					expect(view.summary?.pinned.map(({ name }) => name) ?? []).toEqual(view.state?.pinned.city === undefined ? [] : ["city"]);
					// Messages are as they were stored, but for the summary before the first one.
					const rows = new Map(said.map((row) => [row?.id, row]));
					for (const message of view.messages)
						if (rows.has(message.id))
							expect([rows.get(message.id)?.role, message.text.endsWith(rows.get(message.id)?.text ?? "")]).toEqual([message.role, true]);
					expect(Object.keys(Object.prototype)).toEqual([]);
				},
			),
			{ numRuns },
		);
	});
});
