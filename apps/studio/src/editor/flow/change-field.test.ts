import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { expect, test } from "vitest";
import { applyTemplateUpdate, changeEntries } from "./change-field.ts";
import { at, findNode, nodesOf, rawTemplate, textAt, withPath } from "./document.ts";
import { sampleCatalogue, sampleFlow } from "./sample-flow.fixture.ts";

const componentOf = (node: JsonObject) => sampleCatalogue.find(textAt(node, "data", "type"));
const agent = (document: JsonObject) => findNode(document, "Agent-a1") ?? {};
const setValue = (document: JsonObject, field: string, value: string | number | boolean) =>
	changeEntries(document, [{ nodeId: "Agent-a1", field, key: "value", value }], componentOf);

test("a value changes, and nothing else in the document", () => {
	const changed = setValue(sampleFlow, "n_messages", 10);
	expect(at(rawTemplate(agent(changed)), "n_messages", "value")).toBe(10);
	expect(setValue(changed, "n_messages", 7)).toEqual(sampleFlow);
	expect(nodesOf(changed)[0]).toBe(nodesOf(sampleFlow)[0]);
	expect(Object.keys(rawTemplate(agent(changed)))).toEqual(Object.keys(rawTemplate(agent(sampleFlow))));
});

test("a field that the saved node lacks comes with the component's entry", () => {
	const changed = setValue(sampleFlow, "summarize_older_messages", true);
	expect(rawTemplate(agent(changed)).summarize_older_messages).toMatchObject({ value: true, _input_type: "BoolInput", real_time_refresh: true });
});

test("fields that nobody knows, and nodes that are not there, change nothing", () => {
	expect(setValue(sampleFlow, "no_such_field", 1)).toBe(sampleFlow);
	expect(changeEntries(sampleFlow, [{ nodeId: "gone", field: "n_messages", key: "value", value: 1 }], componentOf)).toBe(sampleFlow);
});

test("an update takes over what changed and what is new, and leaves the component's own defaults out", () => {
	const on = setValue(sampleFlow, "summarize_older_messages", true);
	const sent = rawTemplate(agent(on));
	const known = rawTemplate({ data: { node: sampleCatalogue.find("Agent")?.node ?? {} } });
	const answered = withPath({ ...known, ...sent }, ["pinned_keys", "show"], true);
	const updated = applyTemplateUpdate(on, { nodeId: "Agent-a1", field: "summarize_older_messages", value: true, sent, answered }, componentOf);
	expect(rawTemplate(agent(updated)).pinned_keys).toMatchObject({ show: true, value: [] });
	expect(Object.keys(rawTemplate(agent(updated)))).toEqual([...Object.keys(sent), "pinned_keys"]);
});

test("what was typed meanwhile stays; an answer to an older value is dropped", () => {
	const on = setValue(sampleFlow, "summarize_older_messages", true);
	const sent = rawTemplate(agent(on));
	const answered = withPath(withPath(sent, ["n_messages", "show"], true), ["n_messages", "info"], "new help");
	const update = { nodeId: "Agent-a1", field: "summarize_older_messages", value: true, sent, answered };
	const typed = applyTemplateUpdate(setValue(on, "n_messages", 3), update, componentOf);
	expect(rawTemplate(agent(typed)).n_messages).toMatchObject({ value: 3, info: "new help" });
	const off = setValue(on, "summarize_older_messages", false);
	expect(applyTemplateUpdate(off, update, componentOf)).toBe(off);
});
