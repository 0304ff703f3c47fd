import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createModelProvider } from "@foldback/agent-component";
import { checkFlow, createRegistry, defaultComponents, type FlowMessage, parseFlow, type RunEvent, runFlow, serializeFlow } from "@foldback/flow-runtime";
import { describe, expect, test } from "vitest";
import { corpusFolder } from "./corpus-folder.ts";

const registry = createRegistry(defaultComponents);
const folder = corpusFolder("flows");
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));

async function ask(file: string, inputValue: string) {
	const rows: FlowMessage[] = [];
	const events: RunEvent[] = [];
	const result = await runFlow(
		parseFlow(read(file)),
		{ flowId: "corpus", userId: "local", sessionId: "s", inputValue, inputType: "chat", outputType: "chat", outputComponent: "", tweaks: {} },
		{
			models: createModelProvider(),
			messages: {
				append: async (message) => {
					const stored = { ...message, id: message.id ?? `row-${rows.length + 1}`, timestampMs: rows.length };
					rows.push(stored);
					return { stored: true, message: stored };
				},
			},
			onEvent: (event) => events.push(event),
			afterRun: () => {},
			signal: new AbortController().signal,
			now: Date.now,
		},
		registry,
	);
	return { result, rows, events };
}

test("there are flows to check", () => {
	expect(files.length).toBeGreaterThanOrEqual(4);
});

describe.each(files)("%s", (file) => {
	test("comes back as it was", () => {
		const document = read(file);
		expect(serializeFlow(parseFlow(document))).toEqual(document);
		expect(JSON.stringify(serializeFlow(parseFlow(document)))).toBe(JSON.stringify(document));
	});

	test("runs, or says which nodes are not supported", async () => {
		const problems = checkFlow(parseFlow(read(file)), registry);
		if (problems.length === 0) {
			const { result, rows } = await ask(file, "The cluster of my project is EU-7. Which cluster is it?");
			expect(result.outputs).toHaveLength(1);
			expect(result.outputs[0]?.message.text).not.toBe("");
			expect(rows.map((row) => row.sender)).toEqual(["User", "Machine"]);
			return;
		}
		for (const problem of problems) {
			expect(problem.code).toBe("unsupported-node");
			expect(problem.message).toContain(problem.nodeId);
			expect(problem.message).toContain(problem.nodeType);
		}
		await expect(ask(file, "hello")).rejects.toBeInstanceOf(Error);
	});
});

test("the flow with foreign tools is the only one that cannot run", () => {
	const broken = files.filter((file) => checkFlow(parseFlow(read(file)), registry).length > 0);
	expect(broken).toEqual(["sequential-tasks-agents.json"]);
	const types = checkFlow(parseFlow(read("sequential-tasks-agents.json")), registry).map(({ nodeType }) => nodeType);
	expect(types).toEqual(["YfinanceComponent", "TavilySearchComponent"]);
});

test("the simple agent calculates with the connected tool", async () => {
	const { events } = await ask("simple-agent.json", "What is 12 * 12?");
	const tools = events.flatMap((event) => (event.type === "agent" && event.event.type === "tool-finished" ? [event.event] : []));
	expect(tools).toMatchObject([{ name: "evaluate_expression", output: "144", error: false }]);
});
