import type { MessageRecord } from "@foldback/session-store";
import type { SentTurnMessage } from "../wire/run-record.ts";
import type { RunTurnMessage } from "./run-details.ts";

/** The steps that an answer's row keeps, as far as they are still what happened. */
export interface SentSteps {
	readonly status: "same" | "changed" | "deleted";
	/** The node whose steps they are. */
	readonly nodeId: string | undefined;
	readonly entries: readonly unknown[];
}

/** @param row the answer's; an edited one may tell other steps than those that happened. */
export function stepsOf(row: MessageRecord | undefined): SentSteps {
	if (!row) return { status: "deleted", nodeId: undefined, entries: [] };
	const source = isRecord(row.properties.source) ? row.properties.source.id : undefined;
	const entries = row.contentBlocks.flatMap((block) => (isRecord(block) && Array.isArray(block.contents) ? block.contents : []));
	return { status: row.revision === 0 ? "same" : "changed", nodeId: typeof source === "string" ? source : undefined, entries };
}

/** What was sent after the input, from the answer's row: texts only while that row is as it was stored. Steps of another node than the answer's are not kept. */
export function describeTurn(message: RunTurnMessage, { status, nodeId: answered, entries }: SentSteps, nodeId: string): SentTurnMessage {
	const known = status === "same" && answered !== nodeId ? "not-kept" : status;
	const at = (place: number | null) => (known === "same" && place !== null ? toStep(entries[place]) : undefined);
	if (message.kind === "complaint") return { ...nothing, kind: "complaint", status: "not-kept", chars: message.chars };
	if (message.kind === "output") {
		const step = at(message.step);
		return { ...nothing, kind: "output", status: step || known !== "same" ? known : "not-kept", name: step?.name ?? null, text: step?.output ?? null };
	}
	const steps = message.steps.map(at);
	const isWhole = known !== "same" || steps.every((step) => step !== undefined);
	const calls = steps.flatMap((step) => (step ? [{ name: step.name, input: step.input }] : []));
	return { ...nothing, kind: "calls", status: isWhole ? known : "not-kept", text: at(message.words)?.words ?? null, calls };
}

const nothing = { name: null, text: null, calls: [], chars: null };

function toStep(entry: unknown) {
	if (!isRecord(entry)) return undefined;
	const output = entry.error ?? entry.output;
	return {
		name: typeof entry.name === "string" ? entry.name : "",
		words: typeof entry.text === "string" ? entry.text : null,
		input: entry.tool_input ?? null,
		output: typeof output === "string" ? output : null,
	};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
