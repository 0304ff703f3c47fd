import type { MessageSource, SessionScope, SessionStateStore } from "@foldback/session-compressor";

/** Registers one case. `test` of vitest and of `node:test` both fit. */
export type RegisterTest = (name: string, body: () => Promise<void>) => unknown;

/** What a store can do beyond the required calls. Absent means no; a case is registered only when the store has all that it needs. */
export interface Capabilities {
	/** The state store sees the message rows: saves verify their batch, writes of rows invalidate. Needs `rows`. */
	readonly checksHistory?: boolean;
	/** The state store keeps a fold journal. */
	readonly journal?: boolean;
	/** Rows have contexts, and several sessions, users and flows lie beside each other. */
	readonly scopes?: boolean;
	/** Several users may have rows under one flow id. */
	readonly sharedFlows?: boolean;
	/** Rows may be errors or blank, so some are not eligible. */
	readonly ineligibleRows?: boolean;
	/** Rows lie in the order `(timestampMs, id)`, also late ones; false for sources in array order. */
	readonly ordersByTime?: boolean;
	/** A changed row has the next revision. */
	readonly revisions?: boolean;
	/** The source has `digest`. */
	readonly digest?: boolean;
	/** `rows.deleteFlow` is there. */
	readonly deletesFlows?: boolean;
	/** `rows.deleteUser` is there. */
	readonly deletesUsers?: boolean;
}

/** What a case writes as a row. `timestampMs` makes it an imported row, which keeps its time; otherwise the store gives one. */
export interface RowDraft {
	readonly text: string;
	readonly role?: "user" | "assistant";
	/** Names of attached files. */
	readonly files?: readonly string[];
	readonly error?: boolean;
	readonly timestampMs?: number;
}

export interface RowPatch {
	readonly text?: string;
	readonly files?: readonly string[];
	readonly error?: boolean;
	readonly contextId?: string;
}

/** A row as the store keeps it. */
export interface WrittenRow {
	readonly id: string;
	/** 0 when the store has no revisions. */
	readonly revision: number;
	/** Epoch milliseconds; 0 when the store has no times. */
	readonly timestampMs: number;
}

/** Writes message rows as the host of the store does. Every write must be in place when its promise resolves. */
export interface RowWriter {
	/** Adds a row to the session and context of the scope, making what it needs (such as its flow) on the way. */
	append(scope: SessionScope, row: RowDraft): Promise<WrittenRow>;
	/** Changes a row. @returns the row as it is now. */
	update(scope: SessionScope, id: string, patch: RowPatch): Promise<WrittenRow>;
	delete(scope: SessionScope, ids: readonly string[]): Promise<void>;
	/** Renames a session, all contexts of it, also onto an existing name. */
	renameSession(scope: SessionScope, to: string): Promise<void>;
	/** Removes a session, all contexts of it; nothing happens when there is none. */
	deleteSession(scope: SessionScope): Promise<void>;
	deleteFlow?(scope: SessionScope): Promise<void>;
	deleteUser?(scope: SessionScope): Promise<void>;
}

export interface OpenedStates {
	readonly store: SessionStateStore;
	/** Required with `checksHistory`. */
	readonly rows?: RowWriter;
	close?(): Promise<void>;
}

export interface OpenedSource {
	readonly source: MessageSource;
	readonly rows: RowWriter;
	close?(): Promise<void>;
}

/** A state store, its rows and the source over the same rows. Fits all suites. */
export interface OpenedMemory extends OpenedSource {
	readonly store: SessionStateStore;
}

/** A store as the suites meet it. */
export interface Harness<Opened> {
	/** Starts the name of every case. */
	readonly name: string;
	/** Opens a new, empty store; called once per case. */
	open(): Promise<Opened>;
	/** Another connection to the same data, for races; without it they run over the first one. */
	openSecond?(first: Opened): Promise<Opened>;
	readonly capabilities: Capabilities;
	/** Milliseconds that one case may take. Default 20,000. */
	readonly timeoutMs?: number;
}
