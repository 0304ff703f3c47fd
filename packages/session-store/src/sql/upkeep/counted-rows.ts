import { type SQL, sql } from "drizzle-orm";
import type { Session } from "../session.ts";

/** Columns of a memory row: its table, and where its place in the history stands. */
interface Owner {
	readonly table: "session_memory_state" | "session_memory_fold";
	readonly timestamp: string;
	readonly id: string;
}

export const stateOwner: Owner = { table: "session_memory_state", timestamp: "covered_until_timestamp", id: "covered_until_message_id" };
export const foldOwner: Owner = { table: "session_memory_fold", timestamp: "through_timestamp", id: "through_message_id" };

/** What the message rows say about a memory row, counted anew: expressions for a selection from the owner's table. */
export function recountedColumns({ isEligibleRow }: Pick<Session, "isEligibleRow">, owner: Owner) {
	const column = (name: string) => sql.raw(`${owner.table}.${name}`);
	const inScope = sql`m.flow_id = ${column("flow_id")} AND m.user_id = ${column("user_id")} AND m.session_id = ${column("session_id")}
		AND (${column("context_id")} = '' OR m.context_id = ${column("context_id")})`;
	const through = sql`(m.timestamp, m.id) <= (${column(owner.timestamp)}, ${column(owner.id)})`;
	const at = sql`m.id = ${column(owner.id)} AND m.timestamp = ${column(owner.timestamp)}`;
	const rows = (what: SQL, where: SQL) => sql`(SELECT ${what} FROM message AS m WHERE ${inScope} AND ${where})`;
	return {
		/** Eligible rows of the scope at or before the place. */
		counted: sql<number>`CASE WHEN ${column(owner.id)} = '' THEN 0 ELSE ${rows(sql`count(*)`, sql`${isEligibleRow} AND ${through}`)} END`.mapWith(Number),
		/** Whether the place is that of an eligible row; true for nothing absorbed. */
		hasCursorRow: sql<boolean>`CASE WHEN ${column(owner.id)} = '' THEN 1 ELSE ${rows(sql`count(*)`, sql`${isEligibleRow} AND ${at}`)} END`.mapWith(isPositive),
	};
}

function isPositive(value: unknown): boolean {
	return Number(value) > 0;
}
