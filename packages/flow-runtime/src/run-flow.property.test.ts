import { AgentError, createModelProvider } from "@foldback/agent-component";
import fc from "fast-check";
import { expect, test } from "vitest";
import { edgeJson, flowJson } from "./flow.fixture.ts";
import { FlowError } from "./flow-error.ts";
import type { Json, JsonObject } from "./json.ts";
import { component, run } from "./run.fixture.ts";
import type { RunRequest } from "./run-context.ts";

test("whatever the flow, the request and the tweaks are: a result or a FlowError", async () => {
	const known = ["ChatInput", "ChatOutput", "TextInput", "TextOutput", "Prompt", "Memory", "CalculatorComponent", "LanguageModelComponent", "Agent"];
	const types = fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: fc.constant("Unknown") });
	const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("{x}", "Store", -1, true, ["a"], { value: 1 })) as fc.Arbitrary<Json>;
	const names = fc.constantFrom("input_value", "template", "n_messages", "sender", "session_id", "expression", "model", "tools", "x", "files", "code");
	const fields = fc.dictionary(names, value, { maxKeys: 3 });
	const edges = fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(2), fc.constantFrom("input_value", "x", "template", "tools", "model")), { maxLength: 4 });
	const request = fc.record({
		inputValue: fc.string(),
		inputType: fc.constantFrom("chat", "text", "any"),
		outputType: fc.constantFrom("any", "debug", "debug", "chat", "text"),
		outputComponent: fc.constantFrom("", "n0", "n0", "n1", "gone"),
		tweaks: fc.dictionary(fc.constantFrom("n0", "n1", "Chat Input", "n_messages", "code", "__proto__"), fc.oneof(value, fields), { maxKeys: 2 }),
	}) as fc.Arbitrary<Partial<RunRequest>>; // The names are those of the type.
	const models = createModelProvider();
	const outcomes: string[] = [];
	await fc.assert(
		fc.asyncProperty(fc.array(fc.tuple(types, fields), { minLength: 1, maxLength: 4 }), edges, request, async (parts, links, asked) => {
			const nodes = parts.map(([type, held], index) => {
				const template = Object.fromEntries(Object.entries(held).map(([name, saved]) => [name, { value: saved }]));
				return { id: `n${index}`, type: "genericNode", data: { type, node: { display_name: type, template } } };
			});
			const outputOf = (type: string | undefined, index: number) => {
				const outputs = type === undefined || type === "Unknown" ? [] : component(type).outputs;
				return outputs[index % outputs.length]?.name ?? "message";
			};
			const json = links.flatMap(([from, to, output, field], index): JsonObject[] => {
				// Most edges lead forward between nodes that exist, so that many flows run.
				const [source, target] = index === 3 ? [from, to] : [from % parts.length, Math.min((from % parts.length) + 1 + to, parts.length - 1)];
				if (source === target && index < 3) return [];
				return [edgeJson(`n${source}`, outputOf(parts[source]?.[0], output), `n${target}`, field)];
			});
			try {
				await run(flowJson(nodes, json), asked, { models });
				outcomes.push("ran");
			} catch (error) {
				if (!FlowError.isInstance(error) || (error.code === "node-failed" && !AgentError.isInstance(error.cause))) throw error;
				outcomes.push(error.code);
			}
		}),
		{ numRuns: 600 },
	);
	expect(outcomes.filter((outcome) => outcome === "ran").length).toBeGreaterThan(40);
});
