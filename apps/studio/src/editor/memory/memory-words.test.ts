import { expect, test } from "vitest";
import type { SessionMemoryState } from "../../api/session-memory.ts";
import { memoryWords } from "./memory-words.ts";

const state = (pinned: Record<string, string>, overrides: Record<string, string> = {}): SessionMemoryState => ({
	summary: "",
	pinned,
	overrides,
	known_keys: [],
	covered_until: null,
	absorbed_count: 0,
	summary_model: "",
	incarnation: "",
	version: 1,
	created_at: "",
	updated_at: "",
});

test("an override of a pinned key is one fact", () => {
	expect(memoryWords({ absorbed: 84, state: state({ a: "1", b: "2" }, { b: "3" }) })).toBe("84 folded, 2 facts");
	expect(memoryWords({ absorbed: 20, state: state({ a: "1" }) })).toBe("20 folded, 1 fact");
	expect(memoryWords({ absorbed: 20, state: state({}) })).toBe("20 folded, 0 facts");
	expect(memoryWords({ absorbed: 0, state: null })).toBe("Nothing folded yet");
});
