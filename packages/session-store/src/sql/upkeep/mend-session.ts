import { sql } from "drizzle-orm";
import { inScope, inSession, type SessionKey } from "../conditions.ts";
import { sessionLocks } from "../locks.ts";
import type { MemoryRows } from "../memory-rows.ts";
import { type Session, unnamed } from "../session.ts";
import type { Work } from "../work.ts";
import { createCount } from "./count-rows.ts";
import { counted, type Finding } from "./finding.ts";
import { createMemoryMending } from "./mend-memory.ts";

interface Kept {
	readonly states: number;
	readonly folds: number;
	readonly runs: number;
}

/**
 * Looks again at what seems wrong, each piece in one transaction under the locks that every write takes, and mends it when `mend` says so. What a running
 * host changed in between is no finding.
 */
export function createSessionMending(session: Session, memory: MemoryRows) {
	const { db, run, lock } = session;
	const { runRecord, sessionMemoryFold: fold, sessionMemoryState: state } = session.tables;
	const mendMemory = createMemoryMending(session, memory);

	const count = createCount(session);

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
	};
}

function inWords({ states, folds, runs }: Kept): string {
	const parts = [
		...(states > 0 ? [counted(states, "memory state")] : []),
		...(folds > 0 ? [counted(folds, "journal entry", "journal entries")] : []),
		...(runs > 0 ? [counted(runs, "run record")] : []),
	];
	return parts.join(" and ");
}
