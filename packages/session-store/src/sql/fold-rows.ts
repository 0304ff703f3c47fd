import { type FoldedMemory, type FoldRecord, maxJournalSnapshots, type SessionScope } from "@foldback/session-compressor";
import { and, desc, eq, gte, lte, ne } from "drizzle-orm";
import { type FoldColumns, readSnapshot, toFoldRecord } from "../fold-row.ts";
import { scopeColumns } from "../memory-plan.ts";
import { type MessageRow, nextTimestamp } from "../message-row.ts";
import { inScope, placeAt, placeOf } from "./conditions.ts";
import { first, type Session, unnamed } from "./session.ts";
import type { Work } from "./work.ts";

/** Reads and writes of journal rows, to be called inside a transaction. */
export function createFoldRows(session: Session) {
	const { db, run, now } = session;
	const { sessionMemoryFold: fold } = session.tables;
	const through = { timestamp: fold.throughTimestamp, id: fold.throughMessageId };
	const newestSequence = (where: ReturnType<typeof and>) => db.select({ sequence: fold.sequence }).from(fold).where(where).orderBy(desc(fold.sequence));
	const snapshotsOf = (scope: SessionScope) => and(inScope(fold, scope), ne(fold.snapshot, ""));

	return {
		/** Adds a journal row and keeps the newest ones of its kind: snapshots and attempts that saved nothing are bounded apart. */
		*addFold(scope: SessionScope, columns: FoldColumns): Work<void> {
			const newest = yield* first(session, newestSequence(inScope(fold, scope)).limit(1).prepare(unnamed));
			const row = { ...scopeColumns(scope), ...columns, sequence: nextTimestamp(now(), newest?.sequence), createdAt: now() };
			yield* run(db.insert(fold).values(row).prepare(unnamed));
			const sameKind = columns.snapshot === "" ? and(inScope(fold, scope), eq(fold.snapshot, "")) : snapshotsOf(scope);
			const tooOld = yield* first(session, newestSequence(sameKind).limit(1).offset(maxJournalSnapshots).prepare(unnamed));
			if (!tooOld) return;
			const old = and(sameKind, lte(fold.sequence, tooOld.sequence));
			yield* run(db.delete(fold).where(old).prepare(unnamed));
		},

		*deleteSnapshots(scope: SessionScope): Work<void> {
			yield* run(db.delete(fold).where(snapshotsOf(scope)).prepare(unnamed));
		},

		/** Deletes the snapshots that reach a place. @returns the newest that is left: it lies wholly before. */
		*cutSnapshots(scope: SessionScope, { timestamp, id }: Pick<MessageRow, "timestamp" | "id">): Work<FoldedMemory | undefined> {
			const reaching = and(snapshotsOf(scope), gte(placeOf(through), placeAt(through, { timestampMs: timestamp, id })));
			yield* run(db.delete(fold).where(reaching).prepare(unnamed));
			const newest = db.select().from(fold).where(snapshotsOf(scope)).orderBy(desc(fold.sequence)).limit(1);
			const row = yield* first(session, newest.prepare(unnamed));
			return row && readSnapshot(row);
		},

		/** Newest first. */
		*listFolds(scope: SessionScope, limit: number): Work<readonly FoldRecord[]> {
			const newest = db.select().from(fold).where(inScope(fold, scope)).orderBy(desc(fold.sequence)).limit(limit);
			const rows = yield* run(newest.prepare(unnamed));
			return rows.flatMap((row) => toFoldRecord(row) ?? []);
		},
	};
}
