import { expect, test } from "vitest";
import { edgesOf } from "../flow/document.ts";
import { addNodes, moveNodes, renameNode } from "../flow/edit-nodes.ts";
import { sampleFlow } from "../flow/sample-flow.fixture.ts";
import { toCanvasEdges, toCanvasNodes } from "./canvas-elements.ts";

test("nodes keep their identity as long as nothing about them changes", () => {
	const first = toCanvasNodes(sampleFlow, []);
	expect(first.map(({ id, type, ariaLabel }) => [id, type, ariaLabel])).toEqual([
		["ChatInput-i1", "component", "Chat Input node"],
		["Agent-a1", "component", "Agent node"],
		["ChatOutput-o1", "component", "Chat Output node"],
		["Strange-s1", "component", "Strange node"],
	]);
	expect(toCanvasNodes(sampleFlow, first)).toEqual(first);
	const renamed = toCanvasNodes(renameNode(sampleFlow, "Agent-a1", "Helper"), first);
	expect(renamed.map((node, index) => node === first[index])).toEqual([true, false, true, true]);
});

test("selection and size stay; a drag under way is not disturbed; an undone move goes back", () => {
	const kept = toCanvasNodes(sampleFlow, []).map((node) => ({ ...node, selected: true, measured: { width: 320, height: 100 } }));
	const moved = moveNodes(sampleFlow, new Map([["Agent-a1", { x: 1, y: 2 }]]));
	expect(toCanvasNodes(moved, kept)[1]).toMatchObject({ position: { x: 1, y: 2 }, selected: true, measured: { width: 320 } });
	const dragged = kept.map((node) => ({ ...node, position: { x: 9, y: 9 }, dragging: true }));
	expect(toCanvasNodes(sampleFlow, dragged)[1]?.position).toEqual({ x: 9, y: 9 });
});

test("edges find their handles in every spelling; those without a node at one end are left out", () => {
	const [first = {}] = edgesOf(sampleFlow);
	const old = { source: "ChatInput-i1", target: "Agent-a1", sourceHandle: "ChatInput|ChatInput-i1|Message", targetHandle: "Message|input_value|Agent-a1" };
	const flow = addNodes(sampleFlow, [], [first, old, { source: "Agent-a1", target: "gone" }]);
	expect(toCanvasEdges(flow, new Set(["edge-3"]))).toMatchObject([
		{ id: "ChatInput-i1-Agent-a1", sourceHandle: "out:message", targetHandle: "in:input_value", data: { index: 0 } },
		{ id: "Agent-a1-ChatOutput-o1", sourceHandle: "out:response", targetHandle: "in:input_value", data: { index: 1 } },
		{ id: "edge-2", data: { index: 2 } },
		{ id: "edge-3", sourceHandle: "out:message", targetHandle: "in:input_value", selected: true, data: { index: 3 } },
	]);
});
