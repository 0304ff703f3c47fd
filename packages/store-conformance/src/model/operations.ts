import { type Arbitrary, array, constant, constantFrom, nat, oneof, record } from "fast-check";

/** Numbers pick among what is there, modulo its size, so that every sequence of operations is a valid one. */
export type Operation =
	| { readonly type: "append"; readonly scope: number; readonly kind: "text" | "blank" | "error" | "file" }
	| { readonly type: "import"; readonly before: number; readonly scope: number }
	| { readonly type: "change"; readonly row: number; readonly to: "other text" | "blank" | "error" | "no error" | "same" }
	| { readonly type: "move"; readonly row: number; readonly scope: number }
	| { readonly type: "delete"; readonly rows: readonly number[] }
	| { readonly type: "fold"; readonly scope: number; readonly count: number }
	/** Reads what a fold needs; a later `finish` saves it, counted from the newest. */
	| { readonly type: "begin"; readonly scope: number; readonly count: number }
	| { readonly type: "finish"; readonly fold: number }
	/** A fold of whose batch a row is written to between its reading and its saving. */
	| { readonly type: "race"; readonly scope: number; readonly count: number; readonly row: number; readonly how: "change" | "delete" | "import" }
	| { readonly type: "override"; readonly scope: number; readonly value: string | null }
	| { readonly type: "rebuild"; readonly scope: number }
	| { readonly type: "forget"; readonly scope: number }
	| { readonly type: "rename"; readonly scope: number; readonly to: number }
	| { readonly type: "delete-session"; readonly scope: number };

const pick = nat({ max: 60 });
/** Often the same scope: what matters happens within one. */
const scope = oneof({ weight: 2, arbitrary: constant(0 as number) }, { weight: 3, arbitrary: nat({ max: 5 }) });
const count = nat({ max: 4 });

const operation: Arbitrary<Operation> = oneof(
	{ weight: 8, arbitrary: record({ type: constantFrom("append"), scope, kind: constantFrom("text", "text", "text", "blank", "error", "file") }) },
	{ weight: 3, arbitrary: record({ type: constantFrom("import"), before: pick, scope }) },
	{
		weight: 4,
		arbitrary: record({
			type: constantFrom("change"),
			row: pick,
			to: constantFrom("other text", "other text", "other text", "blank", "error", "no error", "same"),
		}),
	},
	{ weight: 2, arbitrary: record({ type: constantFrom("move"), row: pick, scope }) },
	{ weight: 2, arbitrary: record({ type: constantFrom("delete"), rows: array(pick, { minLength: 1, maxLength: 3 }) }) },
	{ weight: 9, arbitrary: record({ type: constantFrom("fold"), scope, count }) },
	{ weight: 5, arbitrary: record({ type: constantFrom("begin"), scope, count }) },
	{ weight: 5, arbitrary: record({ type: constantFrom("finish"), fold: nat({ max: 2 }) }) },
	{ weight: 7, arbitrary: record({ type: constantFrom("race"), scope, count, row: nat({ max: 4 }), how: constantFrom("change", "delete", "import") }) },
	{ weight: 2, arbitrary: record({ type: constantFrom("override"), scope, value: constantFrom("EU", "US", null) }) },
	{ weight: 1, arbitrary: record({ type: constantFrom("rebuild"), scope }) },
	{ weight: 1, arbitrary: record({ type: constantFrom("forget"), scope }) },
	{ weight: 2, arbitrary: record({ type: constantFrom("rename"), scope, to: pick }) },
	{ weight: 1, arbitrary: record({ type: constantFrom("delete-session"), scope }) },
);

export const operations: Arbitrary<readonly Operation[]> = array(operation, { minLength: 10, maxLength: 40, size: "max" });
