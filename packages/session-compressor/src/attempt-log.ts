import type { Clock } from "./clock.ts";
import type { CompressorEvent } from "./events.ts";
import type { FailedFold, FoldJournal, FoldRecord, FoldReport } from "./fold-journal.ts";
import type { Cursor } from "./message.ts";
import { type SessionScope, scopeKey } from "./scope.ts";

/** The parts of a journal row that decide about the next attempt. */
export type Attempt = Pick<FoldRecord, "atMs" | "outcome" | "code" | "after" | "through" | "messageCount" | "promptChars" | "model">;

/** The store's journal, and a record of this process for what a journal did not take. */
export interface AttemptLog {
	/** Newest first. */
	list(scope: SessionScope): Promise<readonly Attempt[]>;
	/** Journals an attempt that saved nothing. */
	failed(scope: SessionScope, attempt: FailedFold): Promise<void>;
	/** Keeps an attempt in this process only: the store just failed. */
	failedHere(scope: SessionScope, attempt: FailedFold): void;
	/** A fold was saved, which the store has journaled if it has a journal. */
	saved(scope: SessionScope, fold: FoldReport, range: { readonly after: Cursor | undefined; readonly through: Cursor }): void;
}

const maxScopes = 1_000;
const maxAttempts = 50;

export function createAttemptLog(host: {
	readonly journal: FoldJournal | undefined;
	readonly clock: Clock;
	readonly emit: (event: CompressorEvent) => void;
}): AttemptLog {
	const { journal, clock, emit } = host;
	const here = new Map<string, readonly Attempt[]>();

	function keep(scope: SessionScope, attempt: Attempt): void {
		const key = scopeKey(scope);
		const kept = [attempt, ...(here.get(key) ?? [])].slice(0, maxAttempts);
		here.delete(key);
		here.set(key, kept);
		const oldest = here.keys().next();
		if (here.size > maxScopes && !oldest.done) here.delete(oldest.value);
	}
	const failedHere = (scope: SessionScope, attempt: FailedFold) => keep(scope, { ...attempt, atMs: clock.now() });

	return {
		failedHere,
		async list(scope) {
			const kept = here.get(scopeKey(scope)) ?? [];
			const journaled = await orReport(emit, scope, () => journal?.list(scope));
			return kept.length === 0 ? (journaled ?? []) : [...kept, ...(journaled ?? [])].sort((left, right) => right.atMs - left.atMs);
		},
		async failed(scope, attempt) {
			const written = await orReport(emit, scope, () => journal?.append(scope, attempt).then(() => true));
			if (!written) failedHere(scope, attempt);
		},
		saved(scope, fold, range) {
			if (!here.has(scopeKey(scope))) return;
			if (journal) here.delete(scopeKey(scope));
			else keep(scope, { ...fold, ...range, atMs: clock.now() });
		},
	};
}

async function orReport<T>(emit: (event: CompressorEvent) => void, scope: SessionScope, action: () => Promise<T> | undefined): Promise<T | undefined> {
	try {
		return await action();
	} catch {
		emit({ scope, type: "store-failed", operation: "journal" });
		return undefined;
	}
}
