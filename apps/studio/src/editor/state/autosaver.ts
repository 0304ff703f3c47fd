import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import type { FlowDocument } from "../flow/document.ts";

/** Where the document stands between this page and the host. */
export type SaveStatus =
	| { readonly kind: "saved" | "unsaved" | "saving" }
	/** Somebody else has changed the flow. Nothing is saved from here until that is resolved. */
	| { readonly kind: "conflict" }
	| { readonly kind: "failed"; readonly reason: string };

export type SaveOutcome =
	| { readonly kind: "saved"; readonly document: FlowDocument; readonly revision: number }
	| { readonly kind: "conflict" }
	| { readonly kind: "failed"; readonly reason: string };

export interface AutosaverOptions {
	readonly document: FlowDocument;
	readonly revision: number;
	/** Saves top-level members on a revision; never rejects. */
	readonly save: (members: JsonObject, revision: number) => Promise<SaveOutcome>;
	readonly onStatus: (status: SaveStatus) => void;
	/** A save has arrived: what was sent, and what the host made of it. */
	readonly onSaved: (sent: FlowDocument, answered: FlowDocument) => void;
	/** Calls back after the pause without changes that starts a save; gives a way to call it off. */
	readonly later: (callback: () => void) => () => void;
}

/** Saves a document a moment after it has changed, one save at a time, each on the revision that the last one gave. */
export interface Autosaver {
	change(document: FlowDocument): void;
	/** Saves at once what is not saved yet, and waits for it. */
	flush(): Promise<void>;
	/** Waits for the save that is under way, if there is one. */
	settled(): Promise<void>;
	/** No more saves from here. */
	stop(): void;
	revision(): number;
	isClean(): boolean;
	/** Somebody else was seen to have changed the flow. */
	conflict(): void;
}

export function createAutosaver({ document, revision, save, onStatus, onSaved, later }: AutosaverOptions): Autosaver {
	let [saved, current, base] = [document, document, revision];
	let cancel: (() => void) | undefined;
	let running: Promise<void> | undefined;
	let halted = false;

	const plan = () => {
		cancel?.();
		cancel = later(() => void flush());
	};
	const isClean = () => current === saved && running === undefined;
	const settle = (outcome: SaveOutcome, sent: FlowDocument) => {
		if (outcome.kind === "conflict") return conflict();
		if (outcome.kind === "failed") return onStatus(outcome);
		saved = sent;
		base = outcome.revision;
		onSaved(sent, outcome.document);
		onStatus({ kind: current === saved ? "saved" : "unsaved" });
		if (current !== saved) plan();
	};
	const settled = async (): Promise<void> => {
		while (running) await running;
	};
	const flush = async (): Promise<void> => {
		cancel?.();
		while (running) await running;
		if (halted || current === saved) return;
		const sent = current;
		onStatus({ kind: "saving" });
		running = save(changedMembers(saved, sent), base).then((outcome) => {
			running = undefined;
			settle(outcome, sent);
		});
		await running;
	};
	const conflict = () => {
		halted = true;
		onStatus({ kind: "conflict" });
	};
	return {
		change(next) {
			if (next === current) return;
			current = next;
			if (halted) return;
			onStatus({ kind: next === saved ? "saved" : "unsaved" });
			plan();
		},
		flush,
		settled,
		stop() {
			cancel?.();
			halted = true;
		},
		revision: () => base,
		isClean,
		conflict,
	};
}

/** Members of `next` that are not those of `before`. */
function changedMembers(before: FlowDocument, next: FlowDocument): JsonObject {
	return Object.fromEntries(Object.entries(next).filter(([key, value]) => !Object.hasOwn(before, key) || before[key] !== value));
}
