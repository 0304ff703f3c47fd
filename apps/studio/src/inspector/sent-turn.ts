import { estimateTokens } from "@foldback/session-compressor";
import type { SentTurnMessage } from "./inspector-api.ts";
import type { SentPart } from "./sent-view.ts";

const missing = {
	same: "not kept",
	"not-kept": "not kept: only the steps of the node that answered are",
	changed: "the answer was edited since, and its steps with it",
	deleted: "the answer was deleted since, and its steps with it",
} as const;

/** A message that the turn itself added: what the model asked tools for, or what a tool gave. */
export function turnPart({ kind, status, name, text, calls }: SentTurnMessage): SentPart {
	const isThere = status === "same";
	if (kind === "complaint") return part("The model is told that its call of a tool was malformed", undefined, "its words are not kept");
	if (kind === "output") return part(name === null ? "A tool's output" : `Output of ${name}`, isThere ? (text ?? "") : undefined, missing[status]);
	const asked = [text ?? "", ...calls.map((call) => `${call.name}(${JSON.stringify(call.input ?? {})})`)].filter((line) => line !== "").join("\n");
	return part(calls.length === 1 ? "The model calls a tool" : "The model calls tools", isThere ? asked : undefined, missing[status]);
}

function part(name: string, text: string | undefined, why: string): SentPart {
	return { kind: "turn", name, text, missing: why, tokens: estimateTokens(text ?? "") };
}
