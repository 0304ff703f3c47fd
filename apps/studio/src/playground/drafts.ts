/** What has been written for a session's next message and is not sent yet. */
export interface Draft {
	readonly text: string;
	/** Paths of uploaded files, as a run wants them. */
	readonly files: readonly string[];
}

/** The drafts of a flow's sessions. Lives outside of React, so that a keystroke renders nothing but the input. */
export interface Drafts {
	/** The same object until it changes. */
	readonly of: (sessionId: string) => Draft;
	readonly subscribe: (listener: () => void) => () => void;
	readonly change: (sessionId: string, change: (draft: Draft) => Partial<Draft>) => void;
	/** A session has got another name; onto one that has a draft itself, both are kept. */
	readonly move: (from: string, to: string) => void;
	/** Sessions are gone, or their message was sent. */
	readonly forget: (sessionIds: readonly string[]) => void;
}

/** Where drafts outlive the page: the part of Storage that is needed. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const empty: Draft = { text: "", files: [] };

/** @param storage keeps the drafts of this tab over a reload. */
export function createDrafts(flowId: string, storage: DraftStorage): Drafts {
	const key = `foldback.drafts.${flowId}`;
	const drafts = readDrafts(storage.getItem(key));
	const listeners = new Set<() => void>();
	const put = (sessionId: string, draft: Draft) => {
		if (draft.text === "" && draft.files.length === 0) drafts.delete(sessionId);
		else drafts.set(sessionId, draft);
	};
	const changed = () => {
		keep(storage, key, drafts);
		for (const listener of listeners) listener();
	};
	const of = (sessionId: string) => drafts.get(sessionId) ?? empty;
	return {
		of,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		change(sessionId, change) {
			put(sessionId, { ...of(sessionId), ...change(of(sessionId)) });
			changed();
		},
		move(from, to) {
			if (from === to) return;
			put(to, joined(of(to), of(from)));
			drafts.delete(from);
			changed();
		},
		forget(sessionIds) {
			for (const id of sessionIds) drafts.delete(id);
			changed();
		},
	};
}

function joined(first: Draft, second: Draft): Draft {
	const text = [first.text, second.text].filter((part) => part !== "").join("\n");
	return { text, files: [...new Set([...first.files, ...second.files])] };
}

function keep(storage: DraftStorage, key: string, drafts: ReadonlyMap<string, Draft>): void {
	try {
		if (drafts.size === 0) storage.removeItem(key);
		else storage.setItem(key, JSON.stringify([...drafts]));
	} catch {
		// The storage is full: the drafts last as long as the page.
	}
}

function readDrafts(kept: string | null): Map<string, Draft> {
	// Nothing but `keep` writes under this key.
	return new Map(kept === null ? [] : (JSON.parse(kept) as [string, Draft][]));
}
