import type { FoldedMemory, SessionScope } from "@foldback/session-compressor";
import { and, desc, getTableColumns, inArray, ne } from "drizzle-orm";
import { rewoundState, scopeColumns } from "../../memory-plan.ts";
import { type StateRow, toState } from "../../state-row.ts";
import { StoreError } from "../../store-error.ts";
import { inScope } from "../conditions.ts";
import type { MemoryRows } from "../memory-rows.ts";
import { first, type Session, unnamed } from "../session.ts";
import type { Work } from "../work.ts";
import { foldOwner, recountedColumns, stateOwner } from "./counted-rows.ts";
import { counted, type Finding } from "./finding.ts";
import { judgeState, maySnapshotStay, type RecountedFold, trueSnapshot } from "./judge-memory.ts";

/** Looks at the memory of one scope that has messages, inside the transaction that holds its session's lock, and mends it. */
export function createMemoryMending(session: Session, memory: MemoryRows) {
	const { db, run, now, newId, isEligibleRow } = session;
	const { sessionMemoryFold: fold, sessionMemoryState: state } = session.tables;

	const stateOf = (scope: SessionScope) => {
		const columns = { ...getTableColumns(state), ...recountedColumns({ isEligibleRow }, stateOwner) };
		return first(session, db.select(columns).from(state).where(inScope(state, scope)).prepare(unnamed));
	};

	/** Newest first. */
	const snapshotsOf = (scope: SessionScope): Work<readonly RecountedFold[]> => {
		const columns = { ...getTableColumns(fold), ...recountedColumns({ isEligibleRow }, foldOwner) };
		const own = and(inScope(fold, scope), ne(fold.snapshot, ""));
		return run(db.select(columns).from(fold).where(own).orderBy(desc(fold.sequence)).prepare(unnamed));
	};

	function* deleteSnapshots(scope: SessionScope, folds: readonly RecountedFold[]): Work<void> {
		if (folds.length === 0) return;
		const sequences = inArray(
			fold.sequence,
			folds.map(({ sequence }) => sequence),
		);
		yield* run(
			db
				.delete(fold)
				.where(and(inScope(fold, scope), sequences))
				.prepare(unnamed),
		);
	}

	function* rewind(row: StateRow, snapshot: FoldedMemory | undefined): Work<void> {
		const rewound = rewoundState(readable(row), snapshot, { incarnation: newId(), nowMs: now() });
		if (rewound) yield* memory.writeState(rewound);
		else yield* run(db.delete(state).where(inScope(state, row)).prepare(unnamed));
	}

	function* mendState(scope: SessionScope, mend: boolean, folds: readonly RecountedFold[]): Work<Finding | undefined> {
		const row = yield* stateOf(scope);
		const wrong = row && judgeState(row);
		if (!wrong) return undefined;
		const memories = folds.map(trueSnapshot);
		const snapshot = memories.find((found) => found !== undefined);
		if (mend) {
			const { counted: _, hasCursorRow: __, ...plain } = row;
			yield* deleteSnapshots(scope, untrue(folds));
			yield* rewind(plain, snapshot);
		}
		const to = snapshot ? `to the newest snapshot that is right (${counted(snapshot.absorbedCount, "message")})` : "to nothing";
		return {
			...wrong,
			place: scopeColumns(scope),
			remedy: `The memory was taken back ${to}; the messages after it are folded again, and values set by hand stay.`,
		};
	}

	function* mendSnapshots(scope: SessionScope, mend: boolean, folds: readonly RecountedFold[]): Work<Finding | undefined> {
		const row = yield* stateOf(scope);
		const end = row && { timestamp: row.coveredUntilTimestamp, id: row.coveredUntilMessageId };
		const wrong = folds.filter((entry) => !maySnapshotStay(entry, end));
		if (wrong.length === 0) return undefined;
		if (mend) yield* deleteSnapshots(scope, wrong);
		const missing = row ? "that do not fit the messages or lie beyond its memory state" : "without a memory state";
		const problem = `The journal holds ${counted(wrong.length, "snapshot")} ${missing}.`;
		return { kind: "snapshots", place: scopeColumns(scope), problem, remedy: "They were deleted." };
	}

	/** The state first: while it is wrong, it cannot say which snapshots go too far. */
	return function* mendMemory(scope: SessionScope, mend: boolean): Work<Finding | undefined> {
		const folds = yield* snapshotsOf(scope);
		const ofState = yield* mendState(scope, mend, folds);
		if (!ofState) return yield* mendSnapshots(scope, mend, folds);
		if (mend) yield* mendSnapshots(scope, mend, yield* snapshotsOf(scope));
		return ofState;
	};
}

function untrue(folds: readonly RecountedFold[]): readonly RecountedFold[] {
	return folds.filter((entry) => trueSnapshot(entry) === undefined);
}

/** The row with what its unreadable columns can be replaced by: the folded part is given back by the rewind, overrides and known keys go. */
function readable(row: StateRow): StateRow {
	const blank = { ...row, pinned: "{}" };
	const attempts = [blank, { ...blank, knownKeys: "[]" }, { ...blank, overrides: "{}" }];
	return attempts.find(isReadable) ?? { ...blank, knownKeys: "[]", overrides: "{}" };
}

function isReadable(row: StateRow): boolean {
	try {
		toState(row);
		return true;
	} catch (error) {
		if (!StoreError.isInstance(error)) throw error;
		return false;
	}
}
