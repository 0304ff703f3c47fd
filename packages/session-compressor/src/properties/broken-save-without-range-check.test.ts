import { expect, test } from "vitest";
import type { MessageLog } from "../memory.ts";
import { cursorOf } from "../message.ts";
import type { SessionScope } from "../scope.ts";
import type { HistoryBatch, SessionStateStore } from "../session-state-store.ts";
import { findViolation } from "./find-violation.fixture.ts";

/** Saves whatever lies in the range now, not what the fold has read. */
function withoutRangeCheck(store: SessionStateStore, log: MessageLog): SessionStateStore {
	return {
		...store,
		async save(scope, next, options) {
			const { batch } = options;
			return await store.save(scope, next, batch ? { ...options, batch: { ...batch, rows: await rowsIn(log, scope, batch) } } : options);
		},
	};
}

async function rowsIn(log: MessageLog, scope: SessionScope, { after, through }: HistoryBatch): Promise<HistoryBatch["rows"]> {
	const rows = await log.source.after(scope, after, Number.MAX_SAFE_INTEGER);
	const inRange = rows.filter((row) => {
		const { timestampMs, id } = cursorOf(row);
		return timestampMs < through.timestampMs || (timestampMs === through.timestampMs && id <= through.id);
	});
	return inRange.map(({ id, revision }) => ({ id, revision }));
}

test("a store that does not verify the batch is found: a slow fold brings edited text back", async () => {
	expect(await findViolation({ store: withoutRangeCheck })).toMatch(/the summary holds/);
});
