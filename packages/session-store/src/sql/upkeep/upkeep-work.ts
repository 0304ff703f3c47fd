import type { Invalidation } from "../invalidation.ts";
import type { MemoryRows } from "../memory-rows.ts";
import type { Session } from "../session.ts";
import { createMemoryPages } from "./memory-pages.ts";
import { createRowMending } from "./mend-rows.ts";
import { createSessionMending } from "./mend-session.ts";
import { createSuspectReads } from "./suspects.ts";

/** What an examination of a whole database needs of one connection. */
export function createUpkeepWork(session: Session, memory: MemoryRows, invalidation: Invalidation) {
	return {
		...createMemoryPages(session),
		...createSuspectReads(session),
		...createSessionMending(session, memory),
		...createRowMending(session, invalidation),
	};
}
