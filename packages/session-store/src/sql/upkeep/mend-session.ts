import { type SQL, sql } from "drizzle-orm";
import { isEligible } from "../../eligible.ts";
import type { MessageRow } from "../../message-row.ts";
import { inScope, inSession, type SessionKey } from "../conditions.ts";
import type { Invalidation } from "../invalidation.ts";
import { flowLock, SessionMoved, sessionLocks } from "../locks.ts";
import type { MemoryRows } from "../memory-rows.ts";
import { type Session, unnamed } from "../session.ts";
import type { Work } from "../work.ts";
import { counted, type Finding } from "./finding.ts";
import { createMemoryMending } from "./mend-memory.ts";
import { flowTables } from "./suspects.ts";

interface Kept {
	readonly states: number;
	readonly folds: number;
	readonly runs: number;
}

/**
 * Looks again at what seems wrong, each piece in one transaction under the locks that every write takes, and mends it when `mend` says so. What a running
 * host changed in between is no finding.
 */
export function createMending(session: Session, memory: MemoryRows, invalidation: Invalidation) {
	const { db, run, lock } = session;
	const { flow, message, runRecord, sessionMemoryFold: fold, sessionMemoryState: state } = session.tables;
	const mendMemory = createMemoryMending(session, memory);

	function* count(table: SQL, where: SQL | undefined): Work<number> {
		const rows = yield* run(
			db
				.select({ count: sql<number>`count(*)`.mapWith(Number) })
				.from(table)
				.where(where)
				.prepare(unnamed),
		);
		return rows[0]?.count ?? 0;
	}

	function* mendEmptySession(key: SessionKey, mend: boolean): Work<readonly Finding[]> {
		const kept: Kept = {
			states: yield* count(sql`${state}`, inSession(state, key)),
			folds: yield* count(sql`${fold}`, inSession(fold, key)),
			runs: yield* count(sql`${runRecord}`, inSession(runRecord, key)),
		};
		if (kept.states + kept.folds + kept.runs === 0) return [];
		if (mend) yield* memory.forgetSession(key);
		return [{ kind: "rows-gone", place: key, problem: `The session has no messages, and this is left of it: ${inWords(kept)}.`, remedy: "They were deleted." }];
	}

	function* mendScope(scope: SessionKey & { readonly contextId: string }, mend: boolean): Work<Finding | undefined> {
		if (yield* memory.hasRows(scope)) return yield* mendMemory(scope, mend);
		const kept = { states: yield* count(sql`${state}`, inScope(state, scope)), folds: yield* count(sql`${fold}`, inScope(fold, scope)), runs: 0 };
		if (mend) yield* memory.deleteScope(scope);
		return { kind: "rows-gone", place: scope, problem: `The context has no messages, and this is left of it: ${inWords(kept)}.`, remedy: "They were deleted." };
	}

	function* contextsOf(key: SessionKey): Work<readonly string[]> {
		const states = db.select({ contextId: state.contextId }).from(state).where(inSession(state, key));
		const folds = db.select({ contextId: fold.contextId }).from(fold).where(inSession(fold, key));
		return (yield* run(states.union(folds).prepare(unnamed))).map(({ contextId }) => contextId).sort();
	}

	return {
		*mendSession(key: SessionKey, mend: boolean): Work<readonly Finding[]> {
			yield* lock(sessionLocks([key]));
			if (!(yield* memory.hasRows({ ...key, contextId: "" }))) return yield* mendEmptySession(key, mend);
			const findings: Finding[] = [];
			for (const contextId of yield* contextsOf(key)) {
				const finding = yield* mendScope({ ...key, contextId }, mend);
				if (finding) findings.push(finding);
			}
			return findings;
		},

		/** Does what the flow's foreign keys would have done. */
		*mendGoneFlow(flowId: string, mend: boolean): Work<readonly Finding[]> {
			yield* lock({ exclusive: [flowLock(flowId)] });
			const ofFlow = sql`flow_id = ${sql.param(flowId, message.flowId)}`;
			if ((yield* count(sql`${flow}`, sql`id = ${sql.param(flowId, flow.id)}`)) > 0) return [];
			const parts: string[] = [];
			for (const table of flowTables) {
				const rows = yield* count(sql.raw(table), ofFlow);
				if (rows > 0) parts.push(`${rows.toLocaleString("en")} in ${table}`);
			}
			if (mend) yield* deleteRowsOfFlow(session, ofFlow);
			if (parts.length === 0) return [];
			return [
				{
					kind: "flow-gone",
					place: { flowId },
					problem: `The flow is no more, and these rows are left of it: ${parts.join(", ")}.`,
					remedy: "They were deleted.",
				},
			];
		},

		/** @param get reads the row, as it is now */
		*mendMark(row: MessageRow, { get, mend }: { readonly get: () => Work<MessageRow | undefined>; readonly mend: boolean }): Work<readonly Finding[]> {
			yield* lock(sessionLocks([row]));
			const current = yield* get();
			if (!current) return [];
			if (current.sessionId !== row.sessionId) throw new SessionMoved(row.id);
			const eligible = isEligible({ text: current.text, files: current.files === "[]" ? [] : [current.files], error: current.error });
			if (eligible === current.eligible) return [];
			if (mend) {
				yield* run(
					db
						.update(message)
						.set({ eligible })
						.where(sql`id = ${sql.param(row.id, message.id)}`)
						.prepare(unnamed),
				);
				yield* invalidation.rowWritten(current);
			}
			const { flowId, userId, sessionId, contextId } = current;
			const problem = `Message ${JSON.stringify(row.id)} is marked as one that a model could ${eligible ? "not " : ""}see, and it could${eligible ? "" : " not"}.`;
			const remedy = "The mark was corrected, and memory made without regard to it was taken back.";
			return [{ kind: "eligible-mark", place: { flowId, userId, sessionId, contextId }, problem, remedy }];
		},
	};
}

function* deleteRowsOfFlow({ db, run, tables }: Session, ofFlow: SQL): Work<void> {
	const { idempotencyKey, message, runRecord, secret, sessionMemoryFold, sessionMemoryState } = tables;
	for (const table of [idempotencyKey, runRecord, sessionMemoryFold, sessionMemoryState, message, secret]) {
		yield* run(db.delete(table).where(ofFlow).prepare(unnamed));
	}
}

function inWords({ states, folds, runs }: Kept): string {
	const parts = [
		...(states > 0 ? [counted(states, "memory state")] : []),
		...(folds > 0 ? [counted(folds, "journal entry", "journal entries")] : []),
		...(runs > 0 ? [counted(runs, "run record")] : []),
	];
	return parts.join(" and ");
}
