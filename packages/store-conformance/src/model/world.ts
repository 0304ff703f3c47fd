import type { SessionScope } from "@foldback/session-compressor";
import { type PreparedFold, someScope } from "../fixtures.ts";
import type { OpenedMemory, WrittenRow } from "../harness.ts";

/** A row that the world wrote; its place in `rows` is its name, since ids differ from store to store. */
export interface KnownRow extends WrittenRow {
	readonly scope: SessionScope;
	readonly deleted: boolean;
}

/** One store under a sequence of operations, and what is needed to tell its rows apart without their ids. */
export interface World {
	/** Operations take turns on the connections. */
	readonly connections: readonly OpenedMemory[];
	readonly scopes: readonly SessionScope[];
	rows: readonly KnownRow[];
	readonly begun: (PreparedFold & { readonly scope: SessionScope })[];
	/** Incarnations in the order in which they were seen. */
	readonly incarnations: string[];
}

/** Two sessions of three contexts each; `''` reads the other two. */
export function createWorld(connections: readonly OpenedMemory[], name: string): World {
	const scopes = ["one", "two"].flatMap((session) =>
		["", "left", "right"].map((contextId): SessionScope => ({ ...someScope, sessionId: `${name} ${session}`, contextId })),
	);
	return { connections, scopes, rows: [], begun: [], incarnations: [] };
}

export function livingRows(world: World): readonly KnownRow[] {
	return world.rows.filter((row) => !row.deleted);
}

/** @returns a free time just before the row, or after all rows: no two rows of a world have the same time. */
export function freeTime(world: World, before: KnownRow | undefined): number {
	const times = new Set(world.rows.map((row) => row.timestampMs));
	if (!before) return Math.max(1_000_000, ...times) + 1_000;
	let time = before.timestampMs - 1;
	while (times.has(time)) time--;
	return time;
}

/** @returns the name of a row: `#3`. */
export function nameOf(world: World, id: string): string {
	return `#${world.rows.findIndex((row) => row.id === id)}`;
}

export function replaceRow(world: World, old: KnownRow, changes: Partial<KnownRow>): void {
	world.rows = world.rows.map((row) => (row.id === old.id ? { ...row, ...changes } : row));
}

/** @returns the element that a number picks, undefined when there is none. */
export function picked<Element>(elements: readonly Element[], number: number): Element | undefined {
	return elements[number % Math.max(1, elements.length)];
}
