import pg from "pg";
import { markersIn } from "./markers.ts";
import type { ModelCall } from "./replica-model.ts";
import type { Told } from "./talk.ts";

/** A fold reads rows and state before its call: so long before, that on a busy machine, a removal may have come in between. */
const foldReadMs = 5_000;

/** Checks by SQL of its own, with nothing of the host's code. @returns one sentence for each thing that is wrong. */
export async function databaseProblems(url: string, talks: readonly Told[]): Promise<readonly string[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		const rows = (await client.query<StoredRow>("SELECT id, session_id, text FROM message")).rows;
		const memories = (await client.query<Memory>(memoryQuery)).rows;
		const locks = await client.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'");
		return [
			...talks.flatMap((told) => rowProblems(told, rows)),
			...memories.flatMap(memoryProblems),
			...memories.flatMap((memory) => forgottenProblems(memory, talks)),
			...winnerProblems(memories),
			...(locks.rowCount === 0 ? [] : [`${locks.rowCount} locks are still held.`]),
		];
	} finally {
		await client.end();
	}
}

interface StoredRow {
	readonly id: string;
	readonly session_id: string;
	readonly text: string;
}

/** A state or a snapshot. */
interface Memory {
	readonly kind: "state" | "snapshot";
	readonly scope: string;
	readonly incarnation: string;
	readonly from_id: string;
	readonly through_id: string;
	readonly absorbed: number;
	/** Eligible rows of its scope at or before its cursor, and their texts. */
	readonly counted: number;
	readonly absorbed_texts: string;
	readonly content: string;
}

const memoryQuery = `
	WITH memory AS (
		SELECT 'state' AS kind, flow_id, user_id, session_id, context_id, incarnation, '' AS from_id, covered_until_timestamp AS time,
			covered_until_message_id AS through_id, absorbed_count AS absorbed, summary || pinned AS content, 9e15 AS place
		FROM session_memory_state
		UNION ALL
		SELECT 'snapshot', flow_id, user_id, session_id, context_id, '', after_message_id, through_timestamp, through_message_id,
			(snapshot::jsonb ->> 'absorbedCount')::bigint, snapshot, sequence
		FROM session_memory_fold WHERE snapshot <> ''
	)
	SELECT kind, jsonb_build_array(flow_id, user_id, session_id, context_id)::text AS scope, incarnation, from_id, through_id, absorbed::int, content,
		absorbed_rows.counted::int, absorbed_rows.texts AS absorbed_texts
	FROM memory, LATERAL (
		SELECT count(*) AS counted, coalesce(string_agg(text, ' '), '') AS texts FROM message m
		WHERE m.flow_id = memory.flow_id AND m.user_id = memory.user_id AND m.session_id = memory.session_id AND memory.context_id IN ('', m.context_id)
			AND NOT m.error AND (m.files <> '[]' OR m.text ~ '\\S')
			AND (m.timestamp < memory.time OR (m.timestamp = memory.time AND m.id <= memory.through_id))
	) AS absorbed_rows
	ORDER BY scope, place`;

function rowProblems(told: Told, rows: readonly StoredRow[]): readonly string[] {
	const problems: string[] = [];
	for (const [id, { texts, gone }] of told.rows) {
		const stored = rows.filter((row) => row.id === id);
		const [row] = stored;
		if (gone === "yes" && row) problems.push(`Row ${id} was deleted and is stored.`);
		if (gone === "no" && stored.length !== 1) problems.push(`Row ${id}, ${JSON.stringify(texts)}, was acknowledged and is stored ${stored.length} times.`);
		if (row && !texts.includes(row.text)) problems.push(`Row ${id} holds ${JSON.stringify(row.text)} instead of ${JSON.stringify(texts)}.`);
		const markers = texts.flatMap(markersIn).map(({ word }) => word);
		const elsewhere = rows.filter((other) => other.id !== id && markersIn(other.text).some(({ word }) => markers.includes(word)));
		if (elsewhere.length > 0) problems.push(`Row ${id} is stored again as ${elsewhere.map((other) => other.id).join(", ")}.`);
	}
	return problems;
}

/** Invariant 2, and more: a memory tells of exactly the texts that it has absorbed, as they are now. */
function memoryProblems({ kind, scope, absorbed, counted, content, absorbed_texts }: Memory): readonly string[] {
	const words = (text: string) => [...new Set(markersIn(text).map(({ word }) => word))].sort().join(" ");
	return [
		...(absorbed === counted ? [] : [`The ${kind} of ${scope} counts ${absorbed} messages, and ${counted} lie at or before its cursor.`]),
		...(words(content) === words(absorbed_texts) ? [] : [`The ${kind} of ${scope} tells of ${words(content)}; absorbed is ${words(absorbed_texts)}.`]),
	];
}

function forgottenProblems({ kind, scope, content }: Memory, talks: readonly Told[]): readonly string[] {
	const forgotten = markersIn(content).filter(({ word }) => talks.some((told) => told.forgotten.has(word)));
	return forgotten.map(({ word }) => `The ${kind} of ${scope} holds ${word}, which was forgotten.`);
}

/** The snapshots of a scope and its state form one chain: each fold has one winner, which the next one starts from. */
function winnerProblems(memories: readonly Memory[]): readonly string[] {
	const problems: string[] = [];
	for (const [index, memory] of memories.entries()) {
		const before = memories[index - 1];
		const first = before === undefined || before.scope !== memory.scope;
		if (memory.kind === "snapshot" && memory.from_id !== (first ? "" : before.through_id)) {
			problems.push(`A fold of ${memory.scope} starts after ${JSON.stringify(memory.from_id)}, not where the one before it ended.`);
		}
		if (memory.kind === "state" && memory.through_id !== "" && (first || memory.through_id !== before.through_id)) {
			problems.push(`The state of ${memory.scope} is not what its newest fold left.`);
		}
	}
	return problems;
}

/** No call held text of two conversations, nor text whose removal was acknowledged before the call's turn began. */
export function callProblems(calls: readonly ModelCall[], talks: readonly Told[]): readonly string[] {
	const forgotten = new Map(talks.flatMap((told) => [...told.forgotten]));
	const sentMs = new Map(talks.flatMap((told) => [...told.sentMs]));
	return calls.flatMap(({ atMs, fold, markers, input }) => {
		const began = fold ? atMs - foldReadMs : (sentMs.get(input ?? "") ?? atMs);
		const late = markers.filter(({ word }) => (forgotten.get(word) ?? Number.POSITIVE_INFINITY) < began);
		const mixed = new Set(markers.map(({ talk }) => talk)).size > 1;
		const what = fold ? "A fold" : `The turn of ${input}`;
		return [
			...(mixed ? [`${what} held text of several conversations: ${markers.map(({ word }) => word).join(" ")}.`] : []),
			...late.map(({ word }) => `${what} held ${word}, ${Math.round(began - (forgotten.get(word) ?? 0))} ms after it was forgotten.`),
		];
	});
}
