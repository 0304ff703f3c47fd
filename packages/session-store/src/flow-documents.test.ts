import { expect, it } from "vitest";
import { createFlowDocuments } from "./flow-documents.ts";

const row = (id: string, document: string) => ({ id, userId: "ann", name: "F", endpointName: "", document, revision: 1, createdAt: 1, updatedAt: 1 });

it("parses a document once while its text is the same, whatever else of the row has changed", () => {
	const { toRecord } = createFlowDocuments();
	const first = toRecord(row("f", '{"data":{"nodes":[1]}}'));
	const again = toRecord({ ...row("f", ["{", '"data":{"nodes":[1]}}'].join("")), name: "G", revision: 2 });
	expect(again.document).toBe(first.document);
	expect(again).toMatchObject({ name: "G", revision: 2 });
	// A flow that was deleted and made again under its id has revision 1 again.
	expect(toRecord(row("f", '{"data":{"nodes":[2]}}')).document).toEqual({ data: { nodes: [2] } });
	expect(toRecord(row("g", '{"data":{"nodes":[1]}}')).document).not.toBe(first.document);
});

it("hands out documents that nobody can change for the others", () => {
	const { document } = createFlowDocuments().toRecord(row("f", '{"data":{"nodes":[{"id":"a"}]}}'));
	for (const value of [document, document.data, Reflect.get(Object(document.data), "nodes")]) expect(Object.isFrozen(value)).toBe(true);
	expect(structuredClone(document)).toEqual(document);
});

it("keeps the most recently read ones, by their size", () => {
	const { toRecord } = createFlowDocuments(20);
	const read = (id: string, text = '{"a":123}') => toRecord(row(id, text)).document;
	const [a, b] = [read("a"), read("b")];
	expect([read("a"), read("b")]).toEqual([a, b]);
	expect(read("a")).toBe(a);
	read("c");
	expect(read("a")).toBe(a);
	expect(read("b")).not.toBe(b);
	const large = `{"text":"${"x".repeat(100)}"}`;
	expect(read("large", large)).not.toBe(read("large", large));
});
