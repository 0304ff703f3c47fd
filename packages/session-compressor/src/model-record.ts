/** What this process has seen of its summary models: the names they answer with, and when they last worked. */
export interface ModelRecord {
	/** Names under which the configured model may stand in a journal. */
	names(configured: string): ReadonlySet<string>;
	/** The name to journal: the one it last answered with, else the configured one. */
	currentName(configured: string): string;
	/** A reply came from `answered`. */
	answered(configured: string, answered: string): void;
	/** A reply was accepted. */
	succeeded(configured: string, atMs: number): void;
	/** Epoch milliseconds of the last accepted reply, in any scope. */
	lastSuccessMs(configured: string): number | undefined;
}

export function createModelRecord(): ModelRecord {
	const answeredAs = new Map<string, string>();
	const successes = new Map<string, number>();
	const currentName = (configured: string) => answeredAs.get(configured) ?? configured;
	return {
		names: (configured) => new Set([configured, currentName(configured)]),
		currentName,
		answered(configured, answered) {
			answeredAs.set(configured, answered);
		},
		succeeded(configured, atMs) {
			successes.set(currentName(configured), atMs);
		},
		lastSuccessMs: (configured) => successes.get(currentName(configured)),
	};
}
