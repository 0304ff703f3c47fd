import type { ComponentOutput, FlowMessage } from "@foldback/flow-runtime";
import type { Json, MessageRecord, MessageStore } from "@foldback/session-store";
import { z } from "zod";
import { ProblemError } from "../http/problem.ts";
import type { FinishedRun } from "./execute-run.ts";
import type { KeyedAnswer } from "./keyed-runs.ts";
import { toFlowMessage } from "./message-writer.ts";

/** A finished run as it is told. */
export interface ToldRun {
	readonly run: FinishedRun;
	readonly warnings: readonly string[];
}

/** Outputs by the ids of their rows. */
const keptAnswer = z.object({
	runId: z.string(),
	sessionId: z.string(),
	outputs: z.array(z.object({ id: z.string(), name: z.string(), row: z.string().nullable() })),
	/** What is in no row: warnings, and outputs in the order of `outputs`. Absent once anything of the session was forgotten. */
	texts: z.object({ warnings: z.array(z.string()), messages: z.array(z.custom<FlowMessage>().nullable()) }).optional(),
});
type KeptAnswer = z.infer<typeof keptAnswer>;

/**
 * @param sessionId where the request said that its rows go; of a run that went elsewhere no texts are kept, since nobody would know when to forget them
 * @returns what a repeated call needs: references to rows, so that what is deleted does not come back.
 */
export function keepAnswer({ run: { runId, result }, warnings }: ToldRun, sessionId: string): KeyedAnswer {
	const rowOf = ({ message }: ComponentOutput): string | null => message.id ?? null;
	const outputs = result.outputs.map((output) => ({ id: output.componentId, name: output.componentDisplayName, row: rowOf(output) }));
	const messages = result.outputs.map((output) => (rowOf(output) === null ? output.message : null));
	const quotes = warnings.length > 0 || messages.some((message) => message !== null);
	const texts = quotes && result.sessionId === sessionId ? { texts: { warnings: [...warnings], messages } } : {};
	const kept: KeptAnswer = { runId, sessionId: result.sessionId, outputs, ...texts };
	// Plain data: what JSON.parse makes of it is JSON.
	return JSON.parse(JSON.stringify(kept)) as { readonly [key: string]: Json };
}

/** @returns the first result again, from the rows as they are now. @throws a 410 problem when one of them is gone. */
export async function recallAnswer(messages: Pick<MessageStore, "getAll">, userId: string, kept: KeyedAnswer, inputValue: string): Promise<ToldRun> {
	const { runId, sessionId, outputs, texts } = keptAnswer.parse(kept);
	const ids = outputs.flatMap(({ row }) => (row === null ? [] : [row]));
	const rows = new Map((await messages.getAll(userId, ids)).map((row) => [row.id, row]));
	const told = outputs.map(({ id, name, row }, index): ComponentOutput => {
		const message = row === null ? texts?.messages[index] : rows.get(row);
		return { componentId: id, componentDisplayName: name, message: messageOf(message) };
	});
	const result = {
		sessionId: told.find(({ message }) => message.id !== undefined)?.message.sessionId ?? sessionId,
		inputs: { input_value: inputValue },
		outputs: told,
	};
	return { run: { runId, result }, warnings: texts?.warnings ?? [] };
}

function messageOf(found: MessageRecord | FlowMessage | null | undefined): FlowMessage {
	if (found) return "revision" in found ? toFlowMessage(found) : found;
	throw new ProblemError("gone", "This request was answered before, and the answer was deleted since. Send it with a new Idempotency-Key to run it again.");
}
