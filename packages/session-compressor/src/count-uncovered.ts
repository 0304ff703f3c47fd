import type { Engine, Turn } from "./engine.ts";
import { type Cursor, cursorOf, type SessionMessage } from "./message.ts";
import { type Reading, viewLimit } from "./read-history.ts";
import type { SessionScope } from "./scope.ts";

const pageRows = 500;

/** @returns how many eligible rows, except the current input, are neither absorbed nor among the `shown` last rows of the reading. */
export async function countUncovered(engine: Engine, scope: SessionScope, turn: Turn, reading: Reading, shown: number): Promise<number> {
	const shownUnabsorbed = Math.min(shown, reading.rows.length - reading.absorbed);
	return (await countUnabsorbed(engine, scope, turn, reading)) - shownUnabsorbed;
}

/** @returns the eligible rows after the cursor, the current input not counted. */
export async function countUnabsorbed(engine: Engine, scope: SessionScope, turn: Turn, reading: Reading): Promise<number> {
	if (!reading.overflow) return reading.waiting.length;
	const after = reading.state?.cursor;
	const all = await engine.source.count(scope, { after });
	return (await inputIsAfter(engine, scope, turn, after)) ? all - 1 : all;
}

/** The port gives no place for an id, so this looks where the current input usually is, at the end, and then from the cursor on. */
async function inputIsAfter(engine: Engine, scope: SessionScope, turn: Turn, cursor: Cursor | undefined): Promise<boolean> {
	if (turn.exclude === undefined) return false;
	if (holds(await engine.source.newest(scope, viewLimit(engine, turn) + 1), turn.exclude)) return true;
	let from = cursor;
	for (;;) {
		const page = await engine.source.after(scope, from, pageRows);
		if (holds(page, turn.exclude)) return true;
		const last = page.at(-1);
		if (!last || page.length < pageRows) return false;
		from = cursorOf(last);
	}
}

function holds(rows: readonly SessionMessage[], id: string): boolean {
	return rows.some((row) => row.id === id);
}
