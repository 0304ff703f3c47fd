import type { FoldRecord, SessionMemoryState } from "@foldback/session-compressor";
import type { MessageRecord, RunRecord } from "@foldback/session-store";
import type { z } from "@hono/zod-openapi";
import type { HostDependencies } from "../dependencies.ts";
import { type SentCall, type SentMessage, type SentSummary, type SentView, toRunHeader, type wireRun } from "../wire/run-record.ts";
import { toWireFold } from "../wire/session-memory.ts";
import { formatTimestamp } from "../wire/timestamp.ts";
import { describeTurn, type SentSteps, stepsOf } from "./describe-turn.ts";
import { type RunCall, type RunDetails, type RunRecall, type RunView, readRunDetails } from "./run-details.ts";

/** What is remembered now of one context of the run's session. */
interface ContextMemory {
	readonly contextId: string;
	readonly state: SessionMemoryState | undefined;
	readonly journal: readonly FoldRecord[];
}

/**
 * Resolves a run's references. A message is told only while it is the very row that the model was sent, a summary only while its state or a snapshot of it
 * exists: what was edited, deleted or forgotten since does not come back through here.
 */
export async function describeRun({ store }: HostDependencies, run: RunRecord): Promise<z.infer<typeof wireRun>> {
	const details = readRunDetails(run.details);
	const ids = new Set([...details.views.flatMap(({ messages }) => messages.map(([id]) => id)), run.answerId].filter((id) => id !== ""));
	const [rows, memories, endMs] = await Promise.all([store.messages.getAll(run.userId, [...ids]), readMemories(store, run), nextStart(store, run)]);
	const rowsById = new Map(rows.filter(({ flowId }) => flowId === run.flowId).map((row) => [row.id, row]));
	const steps = stepsOf(rowsById.get(run.answerId));
	return {
		...toRunHeader(run),
		nodes: details.nodes,
		calls: details.calls.map((call) => toSentCall(call, { details, steps })),
		views: details.views.map((view) => toSentView(view, { rowsById, memories, details })),
		recalls: details.recalls,
		tools: details.tools,
		folds: memories.flatMap(({ contextId, journal }) =>
			journal.filter(({ atMs }) => atMs >= run.startedAtMs && atMs < endMs).map((fold) => ({ ...toWireFold(fold), context_id: contextId })),
		),
	};
}

async function readMemories(store: HostDependencies["store"], run: RunRecord): Promise<readonly ContextMemory[]> {
	const { flowId, userId, sessionId } = run;
	const contexts = await store.runs.contexts({ flowId, userId, sessionId });
	return Promise.all(
		contexts.map(async (contextId) => {
			const scope = { flowId, userId, sessionId, contextId };
			const [state, journal] = await Promise.all([store.memory.load(scope), store.memory.journal?.list(scope) ?? []]);
			return { contextId, state, journal };
		}),
	);
}

/** When the session's next run started: what was folded until then is this run's. */
async function nextStart(store: HostDependencies["store"], { userId, flowId, sessionId, id }: RunRecord): Promise<number> {
	const runs = await store.runs.list(userId, { flowId, sessionId });
	const next = runs[runs.findIndex((run) => run.id === id) - 1];
	return next?.startedAtMs ?? Number.POSITIVE_INFINITY;
}

interface Known {
	readonly rowsById: ReadonlyMap<string, MessageRecord>;
	readonly memories: readonly ContextMemory[];
	readonly details: RunDetails;
}

function toSentCall(call: RunCall, { details, steps }: { readonly details: RunDetails; readonly steps: SentSteps }): SentCall {
	const instructions = call.instructions === null ? null : (details.instructions[call.instructions] ?? null);
	return { ...call, instructions, turn: call.turn.map((message) => describeTurn(message, steps, call.node_id)) };
}

function toSentView({ messages, message_count, summary }: RunView, known: Known): SentView {
	return { message_count, messages: messages.map((sent) => toSentMessage(sent, known.rowsById)), summary: summary && toSentSummary(summary, known) };
}

function toSentMessage([id, revision]: RunView["messages"][number], rows: Known["rowsById"]): SentMessage {
	const row = rows.get(id);
	if (row?.revision !== revision) {
		return {
			id,
			revision,
			status: row ? "changed" : "deleted",
			sender: row?.sender ?? null,
			timestamp: row ? formatTimestamp(row.timestampMs) : null,
			text: null,
			files: [],
		};
	}
	return { id, revision, status: "same", sender: row.sender, timestamp: formatTimestamp(row.timestampMs), text: row.text, files: [...row.files] };
}

/** A snapshot is the one that was sent when it ends at the same place and was there at the recall: a later fold to that place may say something else. */
function toSentSummary(sent: NonNullable<RunView["summary"]>, { memories, details }: Known): SentSummary {
	const recall = details.recalls.find(({ memory }) => memory?.incarnation === sent.incarnation && memory.version === sent.version);
	const memory = memories.find(({ contextId }) => contextId === recall?.context_id);
	const gone = { ...sent, context_id: recall?.context_id ?? null, status: "forgotten" as const, summary: null, pinned: null, overrides: null };
	const { state } = memory ?? {};
	if (state?.incarnation === sent.incarnation && state.version === sent.version) {
		return { ...gone, status: "current", summary: state.summary, pinned: { ...state.pinned }, overrides: { ...state.overrides } };
	}
	const snapshot = recall && memory?.journal.find((fold) => isSent(fold, recall))?.snapshot;
	return snapshot ? { ...gone, status: "earlier", summary: snapshot.summary, pinned: { ...snapshot.pinned } } : gone;
}

function isSent({ atMs, snapshot }: FoldRecord, { memory, absorbed, at_ms: recalledMs }: RunRecall): boolean {
	const cursor = memory?.cursor ?? undefined;
	return snapshot !== undefined && cursor !== undefined && snapshot.cursor?.id === cursor.id && snapshot.absorbedCount === absorbed && atMs <= recalledMs;
}
