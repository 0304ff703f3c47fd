import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EditorAction, type EditorState, editorReducer, initialEditorState, setMember } from "./editor-state.ts";

const start: JsonObject = { name: "a" };
const named = (name: string, merge?: string): EditorAction => ({ type: "change", change: setMember("name", name), ...(merge === undefined ? {} : { merge }) });
const run = (actions: readonly EditorAction[]) => actions.reduce(editorReducer, initialEditorState(start));
const undo: EditorAction = { type: "undo" };
const redo: EditorAction = { type: "redo" };

describe("undo and redo", () => {
	test("go through the steps; a change ends what could be redone", () => {
		expect(run([named("b"), named("c"), undo]).document).toEqual({ name: "b" });
		expect(run([named("b"), named("c"), undo, redo]).document).toEqual({ name: "c" });
		expect(run([named("b"), undo, named("c"), redo]).document).toEqual({ name: "c" });
		expect(run([undo, redo, undo])).toEqual(initialEditorState(start));
	});

	test("typing in one field is one step, until the field is left", () => {
		expect(run([named("b", "name"), named("bc", "name"), undo]).document).toBe(start);
		expect(run([named("b", "name"), { type: "settle" }, named("bc", "name"), undo]).document).toEqual({ name: "b" });
		expect(run([named("b", "name"), named("c", "other"), undo]).document).toEqual({ name: "b" });
	});

	test("a change that changes nothing is no step", () => {
		expect(run([{ type: "change", change: (document) => document }]).past).toEqual([]);
	});

	test("however many steps: undoing all of them gives the beginning, redoing all of them the end", () => {
		const step = fc.oneof(
			fc.string().map((name) => named(name)),
			fc.string().map((name) => named(name, "field")),
			fc.constant<EditorAction>({ type: "settle" }),
		);
		fc.assert(
			fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
				const end = run(steps);
				const all = (state: EditorState, action: EditorAction, count: number) =>
					Array.from({ length: count }).reduce<EditorState>((now) => editorReducer(now, action), state);
				const undone = all(end, undo, end.past.length);
				expect(undone.document).toBe(start);
				expect(all(undone, redo, end.past.length).document).toEqual(end.document);
			}),
			{ numRuns: 200 },
		);
	});
});

test("a sealed secret is in no step any more", () => {
	const withKey = (value: string) => ({ data: { nodes: [{ id: "n", data: { node: { template: { api_key: { value } } } } }] } });
	const state: EditorState = { document: withKey("sk"), past: [withKey(""), withKey("sk")], future: [withKey("sk")], merging: undefined };
	const secrets = [{ nodeId: "n", field: "api_key", typed: "sk", entry: { value: "foldback-secret:1" } }];
	expect(JSON.stringify(editorReducer(state, { type: "secrets-sealed", secrets }))).not.toContain('"sk"');
});
