import { type Engine, hasStore, type StoredEngine } from "./engine.ts";
import type { CompressorEvent } from "./events.ts";
import type { SessionScope } from "./scope.ts";
import { rewindDraft, type SessionMemoryState } from "./state.ts";

/** The state that may be used; `ok: false` when there is no store, it failed, or its state cannot be brought in line with the history. */
export type Loaded = { readonly ok: true; readonly state: SessionMemoryState | undefined } | { readonly ok: false };

const maxLoads = 3;

/** Loads the state. A store that cannot check the history is checked here by digest, and a state of another history is dropped. */
export async function loadState(engine: Engine, scope: SessionScope): Promise<Loaded> {
	if (!hasStore(engine)) return { ok: false };
	for (let attempt = 0; attempt < maxLoads; attempt++) {
		const state = await loadOrReport(engine, scope);
		if (state === "failed") return { ok: false };
		if (!state?.cursor || (await matchesDigest(engine, scope, state))) return { ok: true, state };
		const dropped = await invalidate(engine, scope, state, "digest-mismatch");
		if (dropped) return { ok: true, state: dropped };
	}
	return { ok: false };
}

/**
 * Drops what a state has folded; overrides stay.
 * @returns the state as saved, or undefined when the save was refused or failed.
 */
export async function invalidate(
	engine: StoredEngine,
	scope: SessionScope,
	state: SessionMemoryState,
	reason: Extract<CompressorEvent, { type: "invalidated" }>["reason"],
): Promise<SessionMemoryState | undefined> {
	try {
		const { incarnation, version } = state;
		const result = await engine.store.save(scope, rewindDraft(state, undefined), { expected: { incarnation, version } });
		if (!result.saved) return undefined;
		engine.emit({ scope, type: "invalidated", reason });
		return result.state;
	} catch {
		engine.emit({ scope, type: "store-failed", operation: "save" });
		return undefined;
	}
}

async function loadOrReport(engine: StoredEngine, scope: SessionScope): Promise<SessionMemoryState | undefined | "failed"> {
	try {
		return await engine.store.load(scope);
	} catch {
		engine.emit({ scope, type: "store-failed", operation: "load" });
		return "failed";
	}
}

async function matchesDigest(engine: StoredEngine, scope: SessionScope, state: SessionMemoryState): Promise<boolean> {
	if (!keepsDigest(engine) || !state.cursor) return true;
	return (await engine.source.digest?.(scope, state.cursor)) === state.absorbedDigest && state.absorbedDigest !== undefined;
}

/** Whether states of this engine carry an `absorbedDigest`. */
export function keepsDigest(engine: StoredEngine): boolean {
	return engine.store.checksHistory !== true && engine.source.digest !== undefined;
}
