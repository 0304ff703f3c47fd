import type { View } from "../compressor.ts";
import type { MessageLog, MessageRow } from "../memory.ts";
import type { SessionMessage } from "../message.ts";
import type { SessionScope } from "../scope.ts";
import type { FoldRequest } from "../summarizer.ts";

/** What a turn asked for, as the checker needs it. */
export interface Asked {
	readonly scope: SessionScope;
	readonly exclude: string | undefined;
	readonly recentMessages: number;
	readonly maxBatch: number;
}

/** The rows of a session, eligible or not, as they are now. */
export type Rows = Pick<MessageLog, "rows">;

/** A broken invariant. */
export class Violation extends Error {}

/**
 * The fact that the scripted model keeps about a message. The checker learns what is absorbed only from these facts in the summary's text,
 * never from the compressor's own cursor or counts.
 */
export function factOf({ id, text }: Pick<SessionMessage, "id" | "text">): string {
	return `${id}=${text}`;
}

/** Checks a view against the rows as they are now: design invariants 2, 3, 7 and 9. */
export function checkView(log: Rows, asked: Asked, view: View): void {
	const all = eligible(log, asked.scope);
	const rows = all.filter(({ id }) => id !== asked.exclude);
	const { facts, passedOver } = absorbedIn(view.summary?.text ?? "");
	const absorbed = all.slice(0, facts.length + passedOver);
	const stray = facts.filter((fact) => !absorbed.some((row) => factOf(row) === fact));
	need(stray.length === 0, `the summary holds ${stray.join(", ")}, but the oldest ${absorbed.length} rows are ${absorbed.map(factOf).join(", ")}`);
	need(new Set(facts).size === facts.length, `a message was folded twice: ${facts.join(", ")}`);
	need(view.absorbedCount === facts.length + passedOver, `absorbedCount is ${view.absorbedCount}, but the summary holds ${facts.length + passedOver}`);
	checkMessages(rows, view, asked);
	const covered = new Set([...absorbed, ...view.messages].map(({ id }) => id));
	const missing = rows.filter(({ id }) => !covered.has(id));
	need(view.uncovered === missing.length, `uncovered is ${view.uncovered}, but nothing covers ${idsOf(missing)}`);
	const waiting = rows.length - absorbed.filter(({ id }) => id !== asked.exclude).length;
	const room = asked.recentMessages + asked.maxBatch;
	need(missing.length === 0 || waiting > room, `${idsOf(missing)} are left out, although ${waiting} waiting rows fit into ${room}`);
}

function checkMessages(rows: readonly MessageRow[], view: View, asked: Asked): void {
	const shown = view.messages.map(factOf);
	const order = rows.map(factOf).filter((fact) => shown.includes(fact));
	need(shown.join() === order.join(), `the view shows ${shown.join(", ")}, but the rows are ${rows.map(factOf).join(", ")}`);
	const newest = rows.slice(-asked.recentMessages);
	need(
		newest.every((row) => shown.includes(factOf(row))),
		`the newest ${asked.recentMessages} are ${idsOf(newest)}, but the view shows ${idsOf(view.messages)}`,
	);
	need(shown.length <= asked.recentMessages + asked.maxBatch, `the view shows ${shown.length} messages`);
}

/** Checks a batch when the model gets it: what it holds is current, in one piece, not recent, and before the current input. */
export function checkBatch(log: Rows, asked: Asked, { messages: batch, summary }: FoldRequest): void {
	const all = eligible(log, asked.scope);
	const facts = all.map(factOf);
	const start = facts.indexOf(batch[0] ? factOf(batch[0]) : "");
	const expected = facts.slice(start, start + batch.length);
	need(start >= 0 && batch.map(factOf).join() === expected.join(), `the batch is ${batch.map(factOf).join(", ")}, but the rows are ${facts.join(", ")}`);
	need(batch.length > 0 && batch.length <= asked.maxBatch, `the batch holds ${batch.length} messages`);
	const input = all.findIndex(({ id }) => id === asked.exclude);
	const { facts: absorbed, passedOver } = absorbedIn(summary);
	need(start >= absorbed.length + passedOver, `the batch ${idsOf(batch)} starts within what is absorbed: ${absorbed.join(", ")}`);
	need(input < absorbed.length + passedOver || start + batch.length <= input, `the batch ${idsOf(batch)} is not before the current input ${asked.exclude}`);
	const recent = all.filter(({ id }) => id !== asked.exclude).slice(-asked.recentMessages);
	const folded = recent.filter(({ id }) => batch.some((message) => message.id === id));
	need(folded.length === 0, `${idsOf(folded)} were folded, although they are recent`);
}

/** Design invariant 4: within an incarnation the memory only grows. */
export function checkGrowth(before: View["state"], after: View["state"]): void {
	if (!before || before.incarnation !== after?.incarnation) return;
	need(after.version >= before.version && after.absorbedCount >= before.absorbedCount, `the state went back from ${before.version} to ${after.version}`);
}

function absorbedIn(summary: string): { readonly facts: readonly string[]; readonly passedOver: number } {
	const bullets = summary.split("\n").filter((line) => line.startsWith("- "));
	const facts = bullets.flatMap((line) => (line.includes("=") ? [line.slice(2)] : []));
	return { facts, passedOver: bullets.filter((line) => line.includes("could not be summarised")).length };
}

function eligible(log: Rows, scope: SessionScope): readonly MessageRow[] {
	return log
		.rows(scope)
		.filter((row) => (scope.contextId === "" || row.contextId === scope.contextId) && !row.error && (row.text.trim() !== "" || row.files.length > 0));
}

function idsOf(rows: readonly { readonly id: string }[]): string {
	return rows.map(({ id }) => id).join(", ");
}

export function need(holds: boolean, otherwise: string): asserts holds {
	if (!holds) throw new Violation(otherwise);
}
