import type { SessionKey } from "../sql/conditions.ts";
import type { Finding } from "../sql/upkeep/finding.ts";
import { judgeState, maySnapshotStay } from "../sql/upkeep/judge-memory.ts";
import { type MaintenanceConnection, openForMaintenance } from "./open-connection.ts";
import type { DatabasePlace } from "./place.ts";

/** Rows read at a time. */
const pageSize = 500;

export interface ExaminationOptions {
	/** Whether what is wrong is mended, each piece in a transaction of its own. */
	readonly mend: boolean;
	/** Called for each thing that is wrong, once it is known to be, and mended if so wished. */
	readonly onFinding: (finding: Finding) => void;
	/** Called now and then, with what is being looked at and how many rows of it have been. */
	readonly onProgress?: (what: string, rows: number) => void;
}

/** What was looked at. */
export interface Examination {
	readonly states: number;
	readonly snapshots: number;
	/** The database holds memory states alone, of messages that live elsewhere: nothing here says whether they are right. */
	readonly statesAlone: boolean;
}

/**
 * Counts every memory state and snapshot again from the message rows, and looks for rows that belong to nothing. A host may go on working meanwhile: what
 * looks wrong is looked at again under the locks of its session before it is told or mended. Memory use does not grow with the database.
 * @throws StoreError when the database cannot be used.
 */
export async function examineDatabase(place: DatabasePlace, options: ExaminationOptions): Promise<Examination> {
	const connection = await openForMaintenance(place);
	try {
		if (await connection.read(({ upkeep }) => upkeep.holdsStatesAlone())) return { states: 0, snapshots: 0, statesAlone: true };
		const judge = judgeOnce(connection, { ...options, except: await examineFlows(connection, options) });
		await examineMarks(connection, options);
		for (const key of await connection.read(({ upkeep }) => upkeep.withoutRows())) await judge(key);
		const states = await examineStates(connection, judge, options);
		const snapshots = await examineSnapshots(connection, judge, options);
		return { states, snapshots, statesAlone: false };
	} finally {
		await connection.close();
	}
}

type Judge = (key: SessionKey) => Promise<void>;

/** Looks at each session at most once, under its lock; not at those of flows of which all has been said. */
function judgeOnce(connection: MaintenanceConnection, { mend, onFinding, except }: ExaminationOptions & { readonly except: ReadonlySet<string> }): Judge {
	const seen = new Set<string>();
	return async ({ flowId, userId, sessionId }) => {
		const name = JSON.stringify([flowId, userId, sessionId]);
		if (seen.has(name) || except.has(flowId)) return;
		seen.add(name);
		for (const finding of await connection.write(({ upkeep }) => upkeep.mendSession({ flowId, userId, sessionId }, mend))) onFinding(finding);
	};
}

/** @returns the flows that are no more, and of which something is left. */
async function examineFlows({ read, write }: MaintenanceConnection, { mend, onFinding }: ExaminationOptions): Promise<ReadonlySet<string>> {
	const gone = await read(({ upkeep }) => upkeep.goneFlows());
	for (const { flowId } of gone) {
		for (const finding of await write(({ upkeep }) => upkeep.mendGoneFlow(flowId, mend))) onFinding(finding);
	}
	return new Set(gone.map(({ flowId }) => flowId));
}

async function examineMarks({ read, write }: MaintenanceConnection, { mend, onFinding }: ExaminationOptions): Promise<void> {
	let last = "";
	for (;;) {
		const page = await read(({ upkeep }) => upkeep.wrongMarks(last, pageSize));
		for (const { id, userId } of page) {
			const findings = await write(function* ({ messages, upkeep }) {
				const row = yield* messages.get(userId, id);
				return row ? yield* upkeep.mendMark(row, { get: () => messages.get(userId, id), mend }) : [];
			});
			for (const finding of findings) onFinding(finding);
			last = id;
		}
		if (page.length < pageSize) return;
	}
}

async function examineStates({ read }: MaintenanceConnection, judge: Judge, { onProgress }: ExaminationOptions): Promise<number> {
	let last: (SessionKey & { readonly contextId: string }) | undefined;
	for (let seen = 0; ; ) {
		const page = await read(({ upkeep }) => upkeep.states(last, pageSize));
		for (const row of page) {
			if (judgeState(row)) await judge(row);
			last = row;
		}
		seen += page.length;
		onProgress?.("memory states", seen);
		if (page.length < pageSize) return seen;
	}
}

async function examineSnapshots({ read }: MaintenanceConnection, judge: Judge, { onProgress }: ExaminationOptions): Promise<number> {
	let last: (SessionKey & { readonly contextId: string; readonly sequence: number }) | undefined;
	for (let seen = 0; ; ) {
		const page = await read(({ upkeep }) => upkeep.snapshots(last, pageSize));
		for (const row of page) {
			const end = row.stateId === null || row.stateTimestamp === null ? undefined : { timestamp: row.stateTimestamp, id: row.stateId };
			if (!maySnapshotStay(row, end)) await judge(row);
			last = row;
		}
		seen += page.length;
		onProgress?.("snapshots", seen);
		if (page.length < pageSize) return seen;
	}
}
