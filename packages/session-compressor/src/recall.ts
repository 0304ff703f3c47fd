import { composeView } from "./compose-view.ts";
import type { View } from "./compressor.ts";
import { withDeadline } from "./deadline.ts";
import { type Engine, hasStore, type StoredEngine, type Turn } from "./engine.ts";
import type { Flights } from "./flights.ts";
import { isBacklogFull, isFoldDue } from "./fold-due.ts";
import { foldStep } from "./fold-step.ts";
import { type Reading, readHistory } from "./read-history.ts";
import type { SessionScope } from "./scope.ts";

/** Gives the turn its view, after one fold when timing or a full backlog asks for it. Throws only when the message source does. */
export async function recall(engine: Engine, flights: Flights, scope: SessionScope, turn: Turn): Promise<View> {
	if (!hasStore(engine)) engine.emit({ scope, type: "no-store" });
	engine.seenKeys.note(scope, [...turn.otherKeys, ...turn.pinnedKeys]);
	let reading = await readHistory(engine, scope, turn);
	if (hasStore(engine) && waitsForFold(engine, reading, flights.running(scope) !== undefined)) {
		await foldOnce(engine, flights, scope, turn, reading);
		// Also after a failure: during the call the history may have changed, and no view is made of what was edited or deleted.
		reading = await readHistory(engine, scope, turn);
	}
	const view = await composeView(engine, scope, turn, reading);
	if (reading.loaded && reading.overflow && view.uncovered > 0) engine.emit({ scope, type: "uncovered", count: view.uncovered });
	return view;
}

/** Where nothing is folded and nobody is folding, a switch turned on late leaves far more than one fold could absorb: waiting for the first would not help. */
function waitsForFold(engine: Engine, reading: Reading, isFolding: boolean): boolean {
	if (engine.folding.foldTiming === "inline") return isFoldDue(engine, reading);
	const isFirst = reading.overflow && reading.state === undefined && !isFolding;
	return isBacklogFull(engine, reading) && !isFirst;
}

/** Folds one batch, or waits for the batch that is under way, at most `foldTimeoutMs`. */
async function foldOnce(engine: StoredEngine, flights: Flights, scope: SessionScope, turn: Turn, reading: Reading): Promise<void> {
	const running = flights.running(scope);
	if (!running) {
		await flights.startStep(scope, () => foldStep(engine, scope, turn, reading));
		return;
	}
	const step: Promise<unknown> = running.kind === "step" ? running.done : running.step();
	const finished = step.catch(() => undefined);
	await withDeadline(finished, { clock: engine.clock, timeoutMs: engine.folding.foldTimeoutMs, signal: turn.signal });
}
