import fc from "fast-check";
import { expect, it } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost } from "../testing/test-host.fixture.ts";

type Path = readonly (string | number)[];

/** @returns the places of all values in a document. */
function places(value: unknown, path: Path = []): Path[] {
	if (typeof value !== "object" || value === null) return [path];
	return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

/** @returns a copy with the value at one place replaced, or left out. */
function altered(document: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
	if (key === undefined) return replacement;
	if (Array.isArray(document)) return document.flatMap((item, index) => (String(index) === String(key) ? [altered(item, rest, replacement)] : [item]));
	const object = { ...(document as object) };
	const inner = altered(Reflect.get(object, key), rest, replacement);
	if (inner === undefined) Reflect.deleteProperty(object, key);
	else Reflect.set(object, key, inner);
	return object;
}

const flows = [echoFlow(), agentFlow("Agent", { n_messages: 3, summarize_older_messages: true, pinned_keys: ["city"], model: [], api_key: "" })];
const values = fc.oneof(
	fc.constant(undefined),
	fc.jsonValue({ maxDepth: 2 }),
	fc.constantFrom("Agent-1", "ChatInput-1", "__proto__", "{œfieldNameœ:œxœ}", -1, 1e308, "constructor"),
);

it("saves or refuses any altered flow, runs or refuses it, and never answers 5xx", async () => {
	const host = await openTestHost();
	const cases = fc
		.constantFrom(...flows)
		.chain((flow) => fc.tuple(fc.constant(flow), fc.array(fc.tuple(fc.constantFrom(...places(flow)), values), { minLength: 1, maxLength: 3 })));
	await fc.assert(
		fc.asyncProperty(cases, fc.boolean(), async ([flow, changes], stream) => {
			const document = changes.reduce<unknown>((changed, [path, value]) => altered(changed, path, value), flow);
			const saved = await host.call("POST", "/api/v1/flows/", document ?? null);
			expect(saved.status, JSON.stringify(document)).toBeLessThan(500);
			if (saved.status !== 201) return;
			const run = await host.call("POST", `/api/v1/run/${encodeURIComponent(saved.body.id)}?stream=${stream}`, { input_value: "Hello", session_id: "s" });
			expect(run.status, `${JSON.stringify(document)} → ${JSON.stringify(run.body)}`).toBeLessThan(500);
			expect(JSON.stringify(run.body), JSON.stringify(document)).not.toMatch(/"status\\?":5/);
			const memory = await host.call("GET", `/api/v1/monitor/session-memory?flow_id=${encodeURIComponent(saved.body.id)}&session_id=s`);
			expect(memory.status, `${JSON.stringify(document)} → ${JSON.stringify(memory.body)}`).toBeLessThan(500);
			await host.store.flows.delete("local", saved.body.id);
		}),
		{ numRuns: 150 },
	);
});
