import { expect, test } from "vitest";
import { copyNodes, pasteNodes, readClipboard } from "./clipboard.ts";
import { edgesOf, idOf, nodesOf, own, textAt } from "./document.ts";
import { removeElements } from "./edit-nodes.ts";
import { sampleFlow } from "./sample-flow.fixture.ts";

const agentAndOutput = new Set(["Agent-a1", "ChatOutput-o1"]);

test("copies get new ids, in their edges too, and stand beside the originals", () => {
	const copied = readClipboard(copyNodes(sampleFlow, agentAndOutput));
	if (!copied) throw new Error("nothing was copied");
	const { document, nodeIds } = pasteNodes(sampleFlow, copied, { x: 40, y: 40 });
	const pasted = nodesOf(document).filter((node) => nodeIds.has(idOf(node)));
	expect(pasted.map((node) => textAt(node, "data", "type"))).toEqual(["Agent", "ChatOutput"]);
	expect(pasted.map((node) => textAt(node, "data", "id"))).toEqual([...nodeIds]);
	expect(own(pasted[0], "position")).toEqual({ x: 440, y: 40 });
	const edge = edgesOf(document).at(-1);
	expect(nodeIds).toContain(textAt(edge, "source"));
	expect(JSON.stringify(edge)).not.toMatch(/Agent-a1|ChatOutput-o1/);
	expect(edgesOf(document)).toHaveLength(edgesOf(sampleFlow).length + 1);
	expect(removeElements(document, nodeIds, new Set())).toEqual(sampleFlow);
});

test.each(["", "hello", "{", "[]", '{"nodes":[]}', '{"kind":"foldback/nodes","nodes":[]}'])("%j is nothing that was copied here", (text) =>
	expect(readClipboard(text)).toBeUndefined(),
);
