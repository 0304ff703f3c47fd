import type { SessionScope } from "@foldback/session-compressor";
import type { RowWriter, WrittenRow } from "../harness.ts";

/** A write to a row that a scope has absorbed, or into the place where such a row lies. */
export interface WriteKind {
	readonly name: string;
	make(rows: RowWriter, scope: SessionScope, row: WrittenRow): Promise<unknown>;
}

/** Every kind of write that changes what lies at or below a cursor. */
export const writeKinds: readonly WriteKind[] = [
	{ name: "edited", make: (rows, scope, row) => rows.update(scope, row.id, { text: "Something else" }) },
	{ name: "deleted", make: (rows, scope, row) => rows.delete(scope, [row.id]) },
	{ name: "made an error", make: (rows, scope, row) => rows.update(scope, row.id, { error: true }) },
	{ name: "made blank", make: (rows, scope, row) => rows.update(scope, row.id, { text: "\u00a0 \n" }) },
	{ name: "given a file", make: (rows, scope, row) => rows.update(scope, row.id, { files: ["plan.pdf"] }) },
	{ name: "moved to another context", make: (rows, scope, row) => rows.update(scope, row.id, { contextId: "elsewhere" }) },
	{ name: "preceded by a late row", make: (rows, scope, row) => rows.append(scope, { text: "Late", timestampMs: row.timestampMs - 1 }) },
];
