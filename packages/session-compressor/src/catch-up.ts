import type { FoldOutcome } from "./compressor.ts";
import type { StoredEngine, Turn } from "./engine.ts";
import { foldStep } from "./fold-step.ts";
import type { SessionScope } from "./scope.ts";
import type { SessionMemoryState } from "./state.ts";

/** Folds batch by batch until none is due or one is not saved. `onStep` is given each step as it starts. */
export async function catchUp(engine: StoredEngine, scope: SessionScope, turn: Turn, onStep: (step: Promise<unknown>) => void): Promise<FoldOutcome> {
	let saved: { readonly state: SessionMemoryState; readonly folds: number } | undefined;
	for (;;) {
		const step = foldStep(engine, scope, turn);
		onStep(step);
		const result = await step;
		if (result.outcome === "saved") saved = { state: result.state, folds: (saved?.folds ?? 0) + 1 };
		else if (result.outcome === "not-due") return saved ? { outcome: "saved", ...saved } : result;
		else if (result.outcome !== "probed") return result;
	}
}
