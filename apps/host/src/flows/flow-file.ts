import { z } from "@hono/zod-openapi";
import { jsonDepth, maxJsonDepth } from "../http/deep-json.ts";
import { describeIssues } from "../http/invalid-input.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import type { FlowDocument } from "../run/flow-engine.ts";
import { unpackFiles } from "../transfer/flow-archive.ts";
import { isZip } from "../transfer/zip.ts";
import { flowInput } from "./flow-input.ts";

/** What an exported file holds: one flow, a list of flows, or an object with a list `flows`. */
export const flowFile = z.union([flowInput, z.array(flowInput), z.looseObject({ flows: z.array(flowInput) })], {
	error: "a flow, a list of flows, or an object with a list `flows`",
});

/**
 * Reads an exported file: JSON of one or several flows, or a zip archive of such files.
 * @param name of the file, for errors
 * @throws a problem that names the file and what is wrong in it.
 */
export function readFlowFile(name: string, bytes: Uint8Array): readonly FlowDocument[] {
	if (isZip(bytes)) return unpackFiles(name, bytes).flatMap((file) => readFlowText(`${name}: ${file.name}`, file.text));
	return readFlowText(name, new TextDecoder().decode(bytes));
}

/** The flows of a document that `flowFile` has accepted; an object with both a name and `flows` is a list. */
export function flowsOf(file: FlowDocument | readonly FlowDocument[]): readonly FlowDocument[] {
	const list = Array.isArray(file) ? file : "flows" in file ? file.flows : [file];
	if (Array.isArray(list)) return list as readonly FlowDocument[];
	throw new ProblemError("invalid-input", "`flows` must be a list of flows.", { extensions: { field: "flows" } });
}

function readFlowText(name: string, text: string): readonly FlowDocument[] {
	if (jsonDepth(text) > maxJsonDepth) throw refused(name, `It nests lists and objects more than ${maxJsonDepth} levels deep.`);
	const document = parseText(name, text);
	const list = Array.isArray(document) ? document : isList(document) ? document.flows : [document];
	for (const [index, flow] of list.entries()) {
		const result = flowInput.safeParse(flow);
		if (result.success) continue;
		const place = list.length === 1 ? "" : `Flow number ${index + 1}: `;
		throw refused(name, `${place}${describeIssues(result.error)}`);
	}
	// The schema has checked the shape; the documents are kept as they were parsed.
	return list as readonly FlowDocument[];
}

function isList(document: unknown): document is { readonly flows: readonly unknown[] } {
	return typeof document === "object" && document !== null && "flows" in document && Array.isArray(document.flows);
}

function parseText(name: string, text: string): unknown {
	try {
		// Some editors write a byte order mark.
		return JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch (cause) {
		throw refused(name, `It is not JSON: ${cause instanceof Error ? cause.message : String(cause)}.`);
	}
}

function refused(name: string, reason: string): ProblemError {
	return new ProblemError("invalid-input", `${name} is not an exported flow. ${reason} Nothing of it was used; export it again.`, {
		extensions: { field: "file", file: quoteValue(name) },
	});
}
