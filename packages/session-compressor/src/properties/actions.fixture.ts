import fc from "fast-check";

/** How a summary call of a turn ends. `hold`: when it is released later in the interleaving, or never. */
export type CallScript = "fold" | "hold" | "hold-then-fail" | "rate-limited" | "refusal";

interface TurnAction {
	/** Which compressor, as different processes have their own. */
	readonly process: number;
	/** Which of the overlapping scopes. */
	readonly scope: number;
	/** Which of the agents, by its pinned keys. */
	readonly agent: number;
	readonly recentMessages: number;
	readonly call: CallScript;
}

/** One event of an interleaving. Numbers are taken modulo what is there. */
export type Action =
	| { readonly type: "say"; readonly context: number; readonly kind: "text" | "poison" | "blank" | "error"; readonly time: "now" | "tie" | "late" | "imported" }
	| { readonly type: "edit"; readonly row: number; readonly to: "text" | "blank" | "error" | "sound" | "context" }
	| { readonly type: "delete"; readonly row: number }
	| ({ readonly type: "recall"; readonly exclude: "nothing" | "new-input" | "older-input" } & TurnAction)
	| ({ readonly type: "fold" } & TurnAction)
	| ({ readonly type: "rebuild" } & TurnAction)
	/** Ten turns of one agent with long pauses: enough for a message that cannot be folded. */
	| ({ readonly type: "go-on" } & TurnAction)
	/** While a fold of one process waits for its model, a row is edited and another process has a turn. */
	| ({ readonly type: "overtake"; readonly row: number } & TurnAction)
	| { readonly type: "override"; readonly scope: number; readonly value: string | null }
	| { readonly type: "release"; readonly call: number }
	| { readonly type: "wait"; readonly ms: number };

const index = fc.nat({ max: 1_000 });
const call = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<CallScript>("fold") },
	{ weight: 3, arbitrary: fc.constant<CallScript>("hold") },
	{ weight: 1, arbitrary: fc.constantFrom<CallScript>("hold-then-fail", "rate-limited", "refusal") },
);
const turn = { process: index, scope: index, agent: index, recentMessages: fc.integer({ min: 1, max: 5 }), call };

const say = fc.record({
	type: fc.constant("say" as const),
	context: index,
	kind: fc.oneof(
		{ weight: 12, arbitrary: fc.constant("text" as const) },
		{ weight: 1, arbitrary: fc.constant("poison" as const) },
		{ weight: 2, arbitrary: fc.constantFrom("blank" as const, "error" as const) },
	),
	time: fc.oneof(
		{ weight: 6, arbitrary: fc.constant("now" as const) },
		{ weight: 2, arbitrary: fc.constant("tie" as const) },
		{ weight: 1, arbitrary: fc.constantFrom("late" as const, "imported" as const) },
	),
});

const action: fc.Arbitrary<Action> = fc.oneof(
	{ weight: 12, arbitrary: say },
	{
		weight: 8,
		arbitrary: fc.record({
			type: fc.constant("recall" as const),
			exclude: fc.constantFrom("nothing" as const, "new-input" as const, "older-input" as const),
			...turn,
		}),
	},
	{ weight: 4, arbitrary: fc.record({ type: fc.constant("fold" as const), ...turn }) },
	{ weight: 3, arbitrary: fc.record({ type: fc.constant("release" as const), call: index }) },
	{ weight: 2, arbitrary: fc.record({ type: fc.constant("edit" as const), row: index, to: fc.constantFrom("text", "blank", "error", "sound", "context") }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constant("delete" as const), row: index }) },
	{ weight: 2, arbitrary: fc.record({ type: fc.constant("wait" as const), ms: fc.constantFrom(1, 6_000, 31_000, 700_000) }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constantFrom("rebuild" as const, "go-on" as const), ...turn }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constant("overtake" as const), row: fc.nat({ max: 8 }), ...turn }) },
	{ weight: 1, arbitrary: fc.record({ type: fc.constant("override" as const), scope: index, value: fc.constantFrom("by hand", null) }) },
);

/** Random interleavings of everything that happens to a session. */
export const interleavings: fc.Arbitrary<readonly Action[]> = fc.array(action, { minLength: 10, maxLength: 80, size: "max" });
