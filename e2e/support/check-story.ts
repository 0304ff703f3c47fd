import { createHostClient } from "@foldback/replay";
import { expect } from "vitest";
import { recount } from "./recount.ts";
import { exchanges, type StoryFacts, tellStory } from "./story.ts";
import type { TestHost } from "./test-host.ts";

/** A fact with the values that must be remembered of it. */
export interface KnownFacts extends StoryFacts {
	readonly pinned: Readonly<Record<string, RegExp>>;
	/** What the answer must name, and must not name when nothing is remembered. */
	readonly answer: RegExp;
}

export const foundNothing = /found nothing about/i;

/** Fields of an Agent that remembers; a saved template that is older than the memory lacks the last ones. */
export const remembering = { n_messages: 10, summarize_older_messages: true };

/** Tells the story with the switch on and proves by answer, state, journal and rows that the memory carried the fact. */
export async function expectRemembered(host: TestHost, flowId: string, facts: KnownFacts): Promise<void> {
	const sessionId = "story, remembered";
	const agent = { ...remembering, pinned_keys: Object.keys(facts.pinned) };
	const answer = await tellStory({ hostUrl: host.url, flowId, sessionId, agent, facts });
	expect(answer).toMatch(facts.answer);
	const { state, journal } = await createHostClient(host.url).memory(flowId, sessionId);
	for (const [name, value] of Object.entries(facts.pinned)) expect(state?.pinned[name]).toMatch(value);
	expect(state?.absorbed_count).toBeGreaterThan(60);
	expect(journal.length).toBeGreaterThan(2);
	expect(journal.map(({ outcome }) => outcome)).toEqual(journal.map(() => "saved"));
	const stored = recount(host.databaseFile);
	expect(stored.messages.filter(({ text }) => text === facts.opening)).toHaveLength(1);
	expect(stored.messages.findIndex(({ text }) => text === facts.opening)).toBeLessThan(exchanges);
}

/** Tells it with the newest 100 messages and no memory: the model was not sent the fact, and says so. */
export async function expectForgotten(host: TestHost, flowId: string, facts: KnownFacts): Promise<void> {
	const sessionId = "story, forgotten";
	const answer = await tellStory({ hostUrl: host.url, flowId, sessionId, agent: { n_messages: 100, summarize_older_messages: false }, facts });
	expect(answer).not.toMatch(facts.answer);
	expect(answer).toMatch(foundNothing);
	expect((await createHostClient(host.url).memory(flowId, sessionId)).state).toBeNull();
}

/** Tells it with a summary model that fails: every turn is answered, nothing is absorbed, and the answer cannot name the fact. */
export async function expectWithheld(host: TestHost, flowId: string, facts: KnownFacts): Promise<void> {
	const sessionId = "story, withheld";
	const agent = { ...remembering, pinned_keys: Object.keys(facts.pinned), summary_model: [{ name: "broken", provider: "OpenAI" }] };
	const answer = await tellStory({ hostUrl: host.url, flowId, sessionId, agent, facts });
	expect(answer).not.toMatch(facts.answer);
	expect(answer).toMatch(foundNothing);
	const { state, journal } = await createHostClient(host.url).memory(flowId, sessionId);
	expect(state?.absorbed_count ?? 0).toBe(0);
	expect(journal.some(({ outcome }) => outcome === "failed")).toBe(true);
}
