import { runStream } from "../run-stream.ts";
import type { SeededRandom } from "../seeded-random.ts";
import { markersIn, newMarker } from "./markers.ts";
import { chatModels, foldModels } from "./replica-model.ts";

/** What the clients of one conversation were told. */
export interface Told {
	/** Rows that were acknowledged, by id, with the texts that they may have now; `gone`: whether they must, may or must not be there. */
	readonly rows: Map<string, { texts: readonly string[]; gone: "no" | "maybe" | "yes"; busy: boolean }>;
	/** Markers whose removal was acknowledged, and when. */
	readonly forgotten: Map<string, number>;
	/** When the run with this input was sent. */
	readonly sentMs: Map<string, number>;
	/** What should not have been answered at all. */
	readonly problems: string[];
	readonly counts: Record<"turns" | "failedTurns" | "edits" | "deletes" | "renames" | "unanswered", number>;
}

export function nothingTold(): Told {
	const counts = { turns: 0, failedTurns: 0, edits: 0, deletes: 0, renames: 0, unanswered: 0 };
	return { rows: new Map(), forgotten: new Map(), sentMs: new Map(), problems: [], counts };
}

export interface TalkOptions {
	readonly flowId: string;
	/** Number of the conversation, which its markers carry. */
	readonly talk: number;
	/** A host for the next call. */
	readonly anyUrl: () => string;
	readonly random: SeededRandom;
	readonly told: Told;
}

/** The two names that a conversation is renamed between, so that renames hit running turns and merge what they left under the other name. */
export function sessionNames(talk: number): readonly [string, string] {
	return [`talk ${talk}`, `talk ${talk}, renamed`];
}

/** One exchange, or now and then an edit, a delete or a rename. */
export async function talkOnce(options: TalkOptions): Promise<void> {
	const chance = options.random.next();
	if (chance < 0.1) await edit(options);
	else if (chance < 0.18) await remove(options);
	else if (chance < 0.23) await rename(options);
	await takeTurn(options);
}

/** Instead of what is chosen at random. */
interface FixedTurn {
	readonly sessionId: string;
	readonly chat: string;
	readonly fold: string;
}

/** One exchange, in the conversation's first session more often than in the other. */
export async function takeTurn({ flowId, talk, anyUrl, random, told }: TalkOptions, fixed?: FixedTurn): Promise<void> {
	const input = newMarker(talk);
	const [name, other] = sessionNames(talk);
	const agent = {
		model: [{ name: fixed?.chat ?? random.pick(chatModels), provider: "OpenAI" }],
		n_messages: 4,
		summarize_older_messages: true,
		summary_model: [{ name: fixed?.fold ?? random.pick(foldModels), provider: "OpenAI" }],
	};
	const sessionId = fixed?.sessionId ?? (random.next() < 0.9 ? name : other);
	const body = { input_value: `Please note ${input}.`, input_type: "chat", output_type: "chat", session_id: sessionId, tweaks: { Agent: agent } };
	told.sentMs.set(input, Date.now());
	let ended = false;
	try {
		for await (const event of runStream(anyUrl(), flowId, body)) {
			if (event.event === "add_message") noteRow(told, event.data);
			if (event.event === "end") ended = true;
		}
	} catch (error) {
		noteRefusal(told, "A run", error);
	}
	told.counts[ended ? "turns" : "failedTurns"] += 1;
}

/** A row is told of once; what has happened to it since then must not be taken back by hearing of it again. */
function noteRow(told: Told, { id, text }: { readonly id: string; readonly text: string }): void {
	if (told.rows.has(id)) told.problems.push(`The row ${id} was acknowledged twice: ${text}`);
	else told.rows.set(id, { texts: [text], gone: "no", busy: false });
}

async function edit(options: TalkOptions): Promise<void> {
	const chosen = chooseRow(options);
	if (!chosen) return;
	const { id, row } = chosen;
	const before = row.texts;
	const text = `Corrected to ${newMarker(options.talk)}.`;
	row.texts = [...before, text];
	const status = await call(options, "PUT", `/api/v1/monitor/messages/${id}`, { text });
	row.busy = false;
	if (status === 404) options.told.problems.push(`The acknowledged row ${id} was not found by an edit.`);
	if (status !== 200) return;
	row.texts = [text];
	forget(options.told, before);
	options.told.counts.edits += 1;
}

async function remove(options: TalkOptions): Promise<void> {
	const chosen = chooseRow(options);
	if (!chosen) return;
	const { id, row } = chosen;
	row.gone = "maybe";
	// It stays busy: nothing more is asked of it.
	if ((await call(options, "DELETE", "/api/v1/monitor/messages", [id])) !== 204) return;
	row.gone = "yes";
	forget(options.told, row.texts);
	options.told.counts.deletes += 1;
}

async function rename(options: TalkOptions): Promise<void> {
	const names = sessionNames(options.talk);
	const [from, to] = options.random.next() < 0.5 ? names : [names[1], names[0]];
	const query = new URLSearchParams({ flow_id: options.flowId, new_session_id: to });
	const status = await call(options, "PATCH", `/api/v1/monitor/messages/session/${encodeURIComponent(from)}?${query}`);
	if (status === 200) options.told.counts.renames += 1;
}

function chooseRow({ told, random }: TalkOptions) {
	const free = [...told.rows].filter(([, row]) => !row.busy && row.gone === "no");
	const [id, row] = free[random.whole(free.length)] ?? [];
	if (id === undefined || row === undefined) return undefined;
	row.busy = true;
	return { id, row };
}

function forget(told: Told, texts: readonly string[]): void {
	for (const { word } of texts.flatMap(markersIn)) told.forgotten.set(word, Date.now());
}

/** @returns the status, or undefined when no answer came. */
async function call({ anyUrl, told }: TalkOptions, method: string, path: string, body?: unknown): Promise<number | undefined> {
	try {
		const json = body === undefined ? {} : { body: JSON.stringify(body) };
		const response = await fetch(`${anyUrl()}${path}`, { method, headers: { "content-type": "application/json" }, ...json });
		const text = await response.text();
		if (response.status >= 500) noteRefusal(told, `${method} ${path}`, new Error(`answered ${response.status}: ${text}`));
		return response.status;
	} catch {
		told.counts.unanswered += 1;
		return undefined;
	}
}

/** A database that is away is told with 503; any other refusal is a fault of the host. */
function noteRefusal(told: Told, what: string, error: unknown): void {
	const message = error instanceof Error ? error.message : String(error);
	if (message.includes("answered 503")) told.counts.unanswered += 1;
	else told.problems.push(`${what}: ${message.slice(0, 500)}`);
}
