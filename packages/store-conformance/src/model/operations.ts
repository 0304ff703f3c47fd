import { type Arbitrary, array, constantFrom, nat, oneof, record } from "fast-check";

/** Numbers pick among what is there, modulo its size, so that every sequence of operations is a valid one. */
export type Operation =
	| { readonly type: "append"; readonly scope: number; readonly kind: "text" | "blank" | "error" | "file" }
	| { readonly type: "import"; readonly before: number; readonly scope: number }
	| { readonly type: "change"; readonly row: number; readonly to: "other text" | "blank" | "error" | "no error" | "same" }
	| { readonly type: "move"; readonly row: number; readonly scope: number }
	| { readonly type: "delete"; readonly rows: readonly number[] }
	| { readonly type: "fold"; readonly scope: number; readonly count: number }
	/** Reads what a fold needs; a later `finish` saves it. */
	| { readonly type: "begin"; readonly scope: number; readonly count: number }
	| { readonly type: "finish"; readonly fold: number }
	| { readonly type: "override"; readonly scope: number; readonly value: string | null }
	| { readonly type: "rebuild"; readonly scope: number }
	| { readonly type: "forget"; readonly scope: number }
	| { readonly type: "rename"; readonly scope: number; readonly to: number }
	| { readonly type: "delete-session"; readonly scope: number };

const pick = nat({ max: 60 });
const count = nat({ max: 4 });

const operation: Arbitrary<Operation> = oneof(
	{ weight: 8, arbitrary: record({ type: constantFrom("append"), scope: pick, kind: constantFrom("text", "text", "text", "blank", "error", "file") }) },
	{ weight: 3, arbitrary: record({ type: constantFrom("import"), before: pick, scope: pick }) },
	{ weight: 4, arbitrary: record({ type: constantFrom("change"), row: pick, to: constantFrom("other text", "blank", "error", "no error", "same") }) },
	{ weight: 2, arbitrary: record({ type: constantFrom("move"), row: pick, scope: pick }) },
	{ weight: 2, arbitrary: record({ type: constantFrom("delete"), rows: array(pick, { minLength: 1, maxLength: 3 }) }) },
	{ weight: 9, arbitrary: record({ type: constantFrom("fold"), scope: pick, count }) },
	{ weight: 3, arbitrary: record({ type: constantFrom("begin"), scope: pick, count }) },
	{ weight: 3, arbitrary: record({ type: constantFrom("finish"), fold: pick }) },
	{ weight: 2, arbitrary: record({ type: constantFrom("override"), scope: pick, value: constantFrom("EU", "US", null) }) },
	{ weight: 1, arbitrary: record({ type: constantFrom("rebuild"), scope: pick }) },
	{ weight: 1, arbitrary: record({ type: constantFrom("forget"), scope: pick }) },
	{ weight: 1, arbitrary: record({ type: constantFrom("rename"), scope: pick, to: pick }) },
	{ weight: 1, arbitrary: record({ type: constantFrom("delete-session"), scope: pick }) },
);

export const operations: Arbitrary<readonly Operation[]> = array(operation, { minLength: 4, maxLength: 40 });
