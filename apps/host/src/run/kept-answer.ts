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

/** An output by the id of its row, or whole when no row holds it. */
const keptOutput = z.object({ id: z.string(), name: z.string(), row: z.string().nullable(), message: z.custom<FlowMessage>().nullable() });
type KeptOutput = z.infer<typeof keptOutput>;

const keptAnswer = z.object({ runId: z.string(), sessionId: z.string(), warnings: z.array(z.string()), outputs: z.array(keptOutput) });

/** @returns what a repeated call needs: references to rows, so that what is deleted does not come back. */
export function keepAnswer({ run: { runId, result }, warnings }: ToldRun): KeyedAnswer {
	const outputs = result.outputs.map(({ componentId, componentDisplayName, message }): KeptOutput => {
		const row = message.id ?? null;
		return { id: componentId, name: componentDisplayName, row, message: row === null ? message : null };
	});
	// Plain data: what JSON.parse makes of it is JSON.
	return JSON.parse(JSON.stringify({ runId, sessionId: result.sessionId, warnings, outputs })) as { readonly [key: string]: Json };
}

/** @returns the first result again, from the rows as they are now. @throws a 410 problem when one of them is gone. */
export async function recallAnswer(messages: Pick<MessageStore, "getAll">, userId: string, kept: KeyedAnswer, inputValue: string): Promise<ToldRun> {
	const { runId, sessionId, warnings, outputs } = keptAnswer.parse(kept);
	const ids = outputs.flatMap(({ row }) => (row === null ? [] : [row]));
	const rows = new Map((await messages.getAll(userId, ids)).map((row) => [row.id, row]));
	const told = outputs.map((output): ComponentOutput => ({ componentId: output.id, componentDisplayName: output.name, message: messageOf(output, rows) }));
	const result = {
		sessionId: told.find(({ message }) => message.id !== undefined)?.message.sessionId ?? sessionId,
		inputs: { input_value: inputValue },
		outputs: told,
	};
	return { run: { runId, result }, warnings };
}

function messageOf({ row, message }: KeptOutput, rows: ReadonlyMap<string, MessageRecord>): FlowMessage {
	const found = row === null ? undefined : rows.get(row);
	if (found) return toFlowMessage(found);
	if (message) return message;
	throw new ProblemError("gone", "This request was answered before, and the answer was deleted since. Send it with a new Idempotency-Key to run it again.");
}
