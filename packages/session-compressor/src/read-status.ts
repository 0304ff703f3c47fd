import { composeView } from "./compose-view.ts";
import type { MemoryStatus } from "./compressor.ts";
import { countUnabsorbed } from "./count-uncovered.ts";
import type { Engine, Turn } from "./engine.ts";
import { unionKeys } from "./known-keys.ts";
import { readHistory } from "./read-history.ts";
import type { SessionScope } from "./scope.ts";

/** Tells what the next view would be made of. Folds nothing. */
export async function readStatus(engine: Engine, scope: SessionScope, turn: Turn): Promise<MemoryStatus> {
	const reading = await readHistory(engine, scope, turn);
	const apart: Engine = { ...engine, folding: { ...engine.folding, summaryPlacement: "message" } };
	const view = await composeView(apart, scope, turn, reading);
	const windowUnabsorbed = reading.rows.length - Math.max(reading.windowStart, reading.absorbed);
	return {
		state: reading.state,
		absorbedCount: view.absorbedCount,
		backlog: (await countUnabsorbed(engine, scope, turn, reading)) - windowUnabsorbed,
		recentWindow: reading.rows.length - reading.windowStart,
		uncovered: view.uncovered,
		cursor: reading.state?.cursor,
		foldDue: view.foldDue,
		summaryTokens: view.summary ? engine.countTokens(view.summary.text) : 0,
		verbatimTokens: view.messages.reduce((tokens, message) => tokens + engine.countTokens(message.text), 0),
		keysNotAsked: unionKeys(reading.state, turn.pinnedKeys, turn.otherKeys).flatMap((key) => (key.notAskedThrough ? [key.name] : [])),
	};
}
