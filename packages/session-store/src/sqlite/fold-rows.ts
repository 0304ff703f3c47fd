import { type FoldedMemory, maxJournalSnapshots, type SessionScope } from "@foldback/session-compressor";
import { and, desc, eq, gte, lte, ne, sql } from "drizzle-orm";
import { type FoldColumns, readSnapshot } from "../fold-row.ts";
import { scopeColumns } from "../memory-plan.ts";
import { nextTimestamp } from "../message-row.ts";
import { inScope } from "./conditions.ts";
import type { Connection } from "./connection.ts";
import { sessionMemoryFold as fold } from "./schema.ts";

/** Writes of journal rows, to be called inside a transaction. */
export function createFoldRows({ db, now }: Pick<Connection, "db" | "now">) {
	/** Adds a journal row and keeps the newest ones of its kind: snapshots and attempts that saved nothing are bounded apart. */
	const addFold = (scope: SessionScope, columns: FoldColumns): void => {
		const newest = db.select({ sequence: fold.sequence }).from(fold).where(inScope(fold, scope)).orderBy(desc(fold.sequence)).limit(1).get();
		db.insert(fold)
			.values({ ...scopeColumns(scope), ...columns, sequence: nextTimestamp(now(), newest?.sequence), createdAt: now() })
			.run();
		const sameKind = and(inScope(fold, scope), columns.snapshot === "" ? eq(fold.snapshot, "") : ne(fold.snapshot, ""));
		const tooOld = db.select({ sequence: fold.sequence }).from(fold).where(sameKind).orderBy(desc(fold.sequence)).limit(1).offset(maxJournalSnapshots).get();
		if (tooOld)
			db.delete(fold)
				.where(and(sameKind, lte(fold.sequence, tooOld.sequence)))
				.run();
	};

	const deleteSnapshots = (scope: SessionScope): void => {
		db.delete(fold)
			.where(and(inScope(fold, scope), ne(fold.snapshot, "")))
			.run();
	};

	/** Deletes the snapshots that reach a place. @returns the newest that is left: it lies wholly before. */
	const cutSnapshots = (scope: SessionScope, at: { readonly timestamp: number; readonly id: string }): FoldedMemory | undefined => {
		const snapshots = and(inScope(fold, scope), ne(fold.snapshot, ""));
		db.delete(fold)
			.where(and(snapshots, gte(sql`(${fold.throughTimestamp}, ${fold.throughMessageId})`, sql`(${at.timestamp}, ${at.id})`)))
			.run();
		const newest = db.select().from(fold).where(snapshots).orderBy(desc(fold.sequence)).limit(1).get();
		return newest && readSnapshot(newest);
	};

	return { addFold, deleteSnapshots, cutSnapshots };
}
