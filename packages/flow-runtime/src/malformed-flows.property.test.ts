import { AgentError, createModelProvider } from "@foldback/agent-component";
import fc from "fast-check";
import { expect, test } from "vitest";
import { edgeJson, flowJson, nodeJson } from "./flow.fixture.ts";
import { FlowError } from "./flow-error.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { component, run } from "./run.fixture.ts";

/** What no run depends on; and of the two copies of an edge's handles the second, which would make up for damage to the first. */
const ignored = new Set("info options description documentation icon viewport position placeholder field_order base_classes code".split(" "));

/** A flow with a node of every kind that needs nothing but itself, as it would be exported. */
const exported = flowJson(
	[
		nodeJson(component("ChatInput"), "in"),
		nodeJson(component("ConditionalRouter"), "if", { operator: "regex", match_text: "h.*" }),
		nodeJson(component("Memory"), "memory"),
		nodeJson(component("Prompt"), "prompt", { template: "{history} {now} {page} {x}" }),
		nodeJson(component("CurrentDate"), "date"),
		nodeJson(component("URLComponent"), "url", { urls: ["http://127.0.0.1:1/"] }),
		nodeJson(component("ParserComponent"), "parser"),
		nodeJson(component("CalculatorComponent"), "calc", { expression: "1+1" }),
		nodeJson(component("StructuredOutput"), "structured"),
		nodeJson(component("Agent"), "agent"),
		nodeJson(component("Memory"), "store", { mode: "Store" }),
		nodeJson(component("ChatOutput"), "out"),
		nodeJson(component("ChatOutput"), "data"),
		nodeJson(component("TextOutput"), "text"),
	],
	[
		edgeJson("in", "message", "if", "input_text"),
		edgeJson("if", "true_result", "prompt", "x"),
		edgeJson("memory", "messages_text", "prompt", "history"),
		edgeJson("date", "current_date", "prompt", "now"),
		edgeJson("url", "page_results", "parser", "input_data"),
		edgeJson("parser", "parsed_text", "prompt", "page"),
		edgeJson("prompt", "prompt", "agent", "input_value"),
		edgeJson("calc", "component_as_tool", "agent", "tools"),
		edgeJson("agent", "response", "out", "input_value"),
		edgeJson("agent", "response", "store", "message"),
		edgeJson("store", "stored_messages", "structured", "input_value"),
		edgeJson("structured", "structured_output", "data", "input_value"),
		edgeJson("prompt", "prompt", "text", "input_value"),
	],
);

const sound: JsonObject = JSON.parse(
	JSON.stringify(exported, function (this: unknown, key: string, value: unknown) {
		const isSecondCopy = key === "data" && isJsonObject(this) && "sourceHandle" in this;
		return ignored.has(key) || isSecondCopy ? undefined : value;
	}),
);

interface Damage {
	/** Which of the places of the document, by share: of those that nodes, edges and handles are made of, or of all. */
	readonly place: number;
	readonly outer: boolean;
	readonly kind: "replace" | "remove" | "rename" | "double";
	readonly value: Json;
}

/** The document with one place of it changed. */
function damaged(document: JsonObject, { place, outer, kind, value }: Damage): JsonObject {
	const copy = structuredClone(document);
	const places: [container: Record<string, Json> | Json[], key: string][] = [];
	const visit = (container: Record<string, Json> | Json[]) => {
		for (const [key, inner] of Object.entries(container)) {
			if (outer && key === "template") continue;
			places.push([container, key]);
			if (isJsonObject(inner) || Array.isArray(inner)) visit(inner as Record<string, Json> | Json[]); // Of the copy.
		}
	};
	visit(copy as Record<string, Json>);
	const [container, key] = places[Math.floor(place * places.length)] ?? [];
	if (container === undefined || key === undefined) return copy;
	const [index, old] = [Number(key), Reflect.get(container, key) as Json];
	if (Array.isArray(container)) {
		if (kind === "double") container.push(old);
		else container.splice(index, 1, ...(kind === "remove" ? [] : [value]));
	} else if (kind === "replace" || kind === "double") container[key] = value;
	else {
		delete container[key];
		if (kind === "rename") container[`${key}_`] = old;
	}
	return copy;
}

test("1,000 damaged flows: each runs or is refused with a FlowError, and none hangs", { timeout: 120_000 }, async () => {
	const hostile = fc.constantFrom<Json>("œ", "__proto__", "constructor", "(a+)+$", "{x}", "-1", "NaN", "in", "Store", 1e308, -0.5, [[]], [null], { value: 1 });
	const damage = fc.record({
		place: fc.nat(9_999).map((share) => share / 10_000),
		outer: fc.boolean(),
		kind: fc.constantFrom("replace" as const, "replace" as const, "remove" as const, "rename" as const, "double" as const),
		value: fc.oneof(fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>, hostile),
	});
	// What the text output needs runs without a model, which takes most of the time.
	const outputType = fc.oneof({ weight: 5, arbitrary: fc.constant("text" as const) }, { weight: 1, arbitrary: fc.constantFrom("any", "chat", "debug") });
	const models = createModelProvider();
	const outcomes = new Map<string, number>();
	const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
	await fc.assert(
		fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 5 }), outputType, async (damages, wanted) => {
			try {
				await run(damages.reduce(damaged, sound), { inputValue: "hello", outputType: wanted }, { models });
				count("ran");
			} catch (error) {
				if (!FlowError.isInstance(error) || (error.code === "node-failed" && !AgentError.isInstance(error.cause))) throw error;
				count(error.code);
			}
		}),
		{ numRuns: 1_000, plugins: [fc.interruptAfterTimeLimit(100_000, { failOnInterrupt: true })] },
	);
	expect(outcomes.get("ran")).toBeGreaterThan(100);
	expect(outcomes.size, [...outcomes.keys()].join()).toBeGreaterThanOrEqual(6);
});
