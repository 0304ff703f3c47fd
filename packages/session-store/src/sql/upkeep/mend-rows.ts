import { type SQL, sql } from "drizzle-orm";
import { isEligible } from "../../eligible.ts";
import type { MessageRow } from "../../message-row.ts";
import type { Invalidation } from "../invalidation.ts";
import { flowLock, SessionMoved, sessionLocks } from "../locks.ts";
import { type Session, unnamed } from "../session.ts";
import type { Work } from "../work.ts";
import { createCount } from "./count-rows.ts";
import type { Finding } from "./finding.ts";
import { flowTables } from "./suspects.ts";

/** Looks again, under lock, at rows of flows that are no more and at marks of messages, and mends them when `mend` says so. */
export function createRowMending(session: Session, invalidation: Invalidation) {
	const { db, run, lock } = session;
	const { flow, message } = session.tables;
	const count = createCount(session);
	return {
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
