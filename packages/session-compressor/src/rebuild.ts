import { retryAt } from "./back-off.ts";
import { catchUp } from "./catch-up.ts";
import type { FoldOutcome } from "./compressor.ts";
import type { StoredEngine, Turn } from "./engine.ts";
import { loadState } from "./load-state.ts";
import type { SessionScope } from "./scope.ts";
import { rewindDraft, type SessionMemoryState } from "./state.ts";

/** Forgets what is folded, overrides kept, and folds again from the rows. */
export async function rebuild(engine: StoredEngine, scope: SessionScope, turn: Turn, onStep: (step: Promise<unknown>) => void): Promise<FoldOutcome> {
	const loaded = await loadState(engine, scope);
	if (!loaded.ok) return { outcome: "failed", code: "server-error", retryAtMs: retryAt(engine.clock.now(), 1) };
	const forgotten = loaded.state?.cursor ? await forget(engine, scope, loaded.state) : undefined;
	if (forgotten && forgotten.outcome !== "saved") return forgotten;
	const outcome = await catchUp(engine, scope, turn, onStep);
	return forgotten && outcome.outcome === "not-due" ? forgotten : outcome;
}

async function forget(engine: StoredEngine, scope: SessionScope, state: SessionMemoryState): Promise<FoldOutcome> {
	const { incarnation, version } = state;
	try {
		const result = await engine.store.save(scope, rewindDraft(state, undefined), { expected: { incarnation, version } });
		if (result.saved) return { outcome: "saved", state: result.state, folds: 0 };
	} catch {
		engine.emit({ scope, type: "store-failed", operation: "save" });
		return { outcome: "failed", code: "server-error", retryAtMs: retryAt(engine.clock.now(), 1) };
	}
	const loaded = await loadState(engine, scope);
	return { outcome: "lost", state: loaded.ok ? loaded.state : undefined };
}
