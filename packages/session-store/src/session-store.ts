import type { FoldRecord, MessageSource, SessionMemoryState, SessionScope, SessionStateStore } from "@foldback/session-compressor";
import type { FlowRecord, Json, MessageRecord, RunRecord } from "./records.ts";

/**
 * What a writer gives; the store adds the rest. `timestampMs` is only for imported rows, which keep their times; others get
 * `max(now, newest in session + 1)`. An `id` already in use gets a new one.
 */
export type NewMessage = Pick<MessageRecord, "flowId" | "userId" | "sessionId" | "sender" | "text"> & Partial<Omit<MessageRecord, "revision" | "edit">>;

export type ImportedMessage = Omit<NewMessage, "flowId" | "userId" | "sessionId">;

/** Where a row stands in its session. */
export interface MessagePlace {
	readonly timestampMs: number;
	readonly id: string;
}

export type AppendResult =
	| { readonly stored: true; readonly message: MessageRecord }
	/** The row that this one answers was deleted while the answer was made: nothing is stored. */
	| { readonly stored: false; readonly reason: "input-gone" }
	/** No such flow of this user (it was deleted meanwhile). */
	| { readonly stored: false; readonly reason: "flow-gone" };

export interface MessageFilter {
	readonly flowId?: string;
	readonly sessionId?: string;
	readonly contextId?: string;
	readonly sender?: MessageRecord["sender"];
	readonly senderName?: string;
	readonly order?: "ascending" | "descending";
	/** At most so many rows; default 1,000. */
	readonly limit?: number;
	/** Only rows after this place in the chosen order. */
	readonly after?: { readonly timestampMs: number; readonly id: string };
}

export type MessagePatch = Partial<Pick<MessageRecord, "text" | "senderName" | "files" | "error" | "category" | "contextId" | "properties" | "contentBlocks">>;

/**
 * Message rows. Every write is one transaction that first takes the lock of its (flow, user, session), and every write at or below a cursor takes the
 * memory states of all scopes that read the row back to before it (insert, edit, delete, a change of error, blankness or context).
 * All calls act for one user: rows of others do not exist for them.
 */
export interface MessageStore {
	/**
	 * With `answers`, the id of the user row of the run: discarded when that row is gone, stored under the new name when its session was renamed.
	 * With `sync: false` it resolves when the row is committed, which others can read; whoever tells a client of it waits for `SessionStore.synced` first.
	 */
	append(message: NewMessage, options?: { readonly answers?: string; readonly sync?: boolean }): Promise<AppendResult>;
	get(userId: string, id: string): Promise<MessageRecord | undefined>;
	/** Those of the rows that exist, in no particular order. */
	getAll(userId: string, ids: readonly string[]): Promise<readonly MessageRecord[]>;
	list(userId: string, filter: MessageFilter): Promise<readonly MessageRecord[]>;
	/** @returns the changed row with `edit: true` and the next revision, or undefined when it does not exist. A patch that changes nothing writes nothing. */
	update(userId: string, id: string, patch: MessagePatch): Promise<MessageRecord | undefined>;
	/**
	 * Adds rows to one session in one transaction: all of them or none. Rows without a time follow the one before. An id that is in use, or that would
	 * put a row before an earlier one of the same time, is replaced.
	 * @returns the place of the last row, to go on from with the next part; undefined when there is no such flow.
	 */
	import(
		session: Pick<MessageRecord, "flowId" | "userId" | "sessionId">,
		rows: readonly ImportedMessage[],
		after?: MessagePlace,
	): Promise<MessagePlace | undefined>;
	/** Rows of a flow, or of all flows, that name files; with `beforeMs` only older ones. */
	withFiles(filter: { readonly flowId?: string; readonly beforeMs?: number }): Promise<readonly FileReference[]>;
	/** Deletes up to `limit` rows of all users that are older than a time, oldest first within a session. @returns how many. */
	expire(beforeMs: number, limit: number): Promise<number>;
	/** @returns the number of rows removed; ids that are not the user's are ignored. */
	delete(userId: string, ids: readonly string[]): Promise<number>;
	/** Session ids of a flow, or of all flows of the user, newest activity first. Does not scan rows. */
	sessions(userId: string, options?: { readonly flowId?: string; readonly limit?: number }): Promise<readonly string[]>;
	/**
	 * In all flows of the user unless one is named. Onto an existing name the rows are merged and all contexts of both names lose their state.
	 * @returns the renamed rows, of each flow oldest first, at most `limit` (1,000) of them: all are renamed.
	 */
	renameSession(userId: string, from: string, to: string, options?: { readonly flowId?: string; readonly limit?: number }): Promise<readonly MessageRecord[]>;
	/**
	 * Rows, states and journal of the sessions, in all flows of the user unless one is named. Long ones go piece by piece, so that nobody waits for long;
	 * what is remembered of them goes with the first piece. @returns the number of message rows removed.
	 */
	deleteSessions(userId: string, sessionIds: readonly string[], options?: { readonly flowId?: string }): Promise<number>;
}

/** A message row that names files. */
export type FileReference = Pick<MessageRecord, "id" | "userId" | "flowId" | "sessionId" | "timestampMs" | "files">;

export type FlowUpdateResult =
	| { readonly updated: true; readonly flow: FlowRecord }
	| { readonly updated: false; readonly reason: "not-found" | "conflict" | "endpoint-name-taken" };

export interface FlowStore {
	/** @returns undefined when the endpoint name is taken. An `id` already in use gets a new one. */
	create(flow: Pick<FlowRecord, "userId" | "name" | "endpointName" | "document"> & { readonly id?: string }): Promise<FlowRecord | undefined>;
	/**
	 * Creates flows once in the life of the database, all in one transaction with a mark that says so: of any number of callers one does, and none after
	 * it, whatever becomes of the flows. When an owner has flows already, the database is marked and gets none.
	 * @returns whether this call created them.
	 */
	createOnce(mark: string, flows: readonly Parameters<FlowStore["create"]>[0][]): Promise<boolean>;
	/** Whether `createOnce` was called with this mark before: a cheap look, before the flows are made. */
	marked(mark: string): Promise<boolean>;
	/** The document is frozen, and the very same object for as long as it is stored unchanged and read often. */
	get(userId: string, idOrEndpointName: string): Promise<FlowRecord | undefined>;
	/** Newest change first; without documents' content when `brief`. */
	list(userId: string, options?: { readonly limit?: number; readonly offset?: number }): Promise<readonly FlowRecord[]>;
	/** With `revision`, only when that is still the current one. */
	update(
		userId: string,
		id: string,
		patch: Partial<Pick<FlowRecord, "name" | "endpointName" | "document">>,
		options?: { readonly revision?: number },
	): Promise<FlowUpdateResult>;
	/** Removes its messages, states and journal too, piece by piece when there are many: nobody waits for long. */
	delete(userId: string, id: string): Promise<boolean>;
	count(userId: string): Promise<number>;
}

/** Encrypted values; the cipher is the host's. */
export interface SecretStore {
	put(secret: { readonly id: string; readonly userId: string; readonly flowId: string; readonly ciphertext: string }): Promise<void>;
	get(userId: string, id: string): Promise<string | undefined>;
}

/** API keys, hashed. */
export interface KeyStore {
	create(key: { readonly id: string; readonly userId: string; readonly name: string; readonly prefix: string; readonly hash: string }): Promise<void>;
	/** @returns the owner of the unrevoked key with this hash. */
	find(hash: string): Promise<{ readonly id: string; readonly userId: string } | undefined>;
	list(
		userId?: string,
	): Promise<readonly { readonly id: string; readonly userId: string; readonly name: string; readonly prefix: string; readonly createdAtMs: number }[]>;
	revoke(id: string): Promise<boolean>;
}

/** Runs of a session that are kept: the newest ones. */
export const maxRunsPerSession = 100;

/** What is known of runs. They go with the session, the flow and the user, and a rename takes them along. */
export interface RunStore {
	/**
	 * Adds a run to the session in which its rows are by now, and keeps the newest `maxRunsPerSession` of it. A power cut may take back the newest runs.
	 * @returns false, with nothing stored, when neither its input nor its answer exists (any more).
	 */
	add(run: Omit<RunRecord, "sessionId">): Promise<boolean>;
	/** By the run's own id or that of its answer. */
	get(userId: string, idOrAnswerId: string): Promise<RunRecord | undefined>;
	/** Newest first. `before`: only runs that started before this one, by the same order. */
	list(
		userId: string,
		filter: {
			readonly flowId?: string;
			readonly sessionId?: string;
			readonly limit?: number;
			readonly before?: { readonly startedAtMs: number; readonly id: string };
		},
	): Promise<readonly RunRecord[]>;
	/** Contexts of a session about which anything is remembered: a state or fold attempts. At most 100. */
	contexts(session: Pick<RunRecord, "flowId" | "userId" | "sessionId">): Promise<readonly string[]>;
}

/** A request as its key remembers it. */
export interface KeyedRequest {
	readonly userId: string;
	readonly key: string;
	readonly flowId: string;
	/** Where its rows go: what is forgotten there is forgotten of its answer. */
	readonly sessionId: string;
	/** Of the request: another one under the same key is a mistake. */
	readonly fingerprint: string;
}

export type KeyClaim =
	/** The caller runs the request. `inputId` is the id of the user's row, the same at every attempt: a row that is there already is not stored twice. */
	| { readonly claim: "yours"; readonly inputId: string }
	| { readonly claim: "running" }
	| { readonly claim: "done"; readonly answer: { readonly [key: string]: Json } }
	| { readonly claim: "other-request" };

/** Keys of requests that may be repeated; kept for a day. */
export interface IdempotencyStore {
	/** One winner among any number of callers. A claim whose lease has run out, or that was released, is free again. */
	claim(request: KeyedRequest, lease: { readonly owner: string; readonly untilMs: number }): Promise<KeyClaim>;
	/**
	 * Prolongs the owner's lease, ends it (`untilMs` 0), or, with an answer, keeps the result. What is in no row belongs into the answer's member `texts`:
	 * it goes as soon as anything of the session is edited or deleted, and is not kept when that happened while the run was under way. @returns false when the claim is not the owner's any more.
	 */
	settle(
		request: Pick<KeyedRequest, "userId" | "key">,
		owner: string,
		end: { readonly untilMs: number } | { readonly answer: { readonly [key: string]: Json } },
	): Promise<boolean>;
}

/** What folds cost. Days are `YYYY-MM-DD`. */
export interface SpendStore {
	add(userId: string, day: string, tokens: number): Promise<void>;
	get(userId: string, day: string): Promise<number>;
}

/** How many rows of each kind were removed. `keptAnswers`: requests with an idempotency key. */
export interface ErasedData {
	readonly messages: number;
	readonly states: number;
	readonly folds: number;
	readonly runs: number;
	readonly keptAnswers: number;
	readonly flows: number;
	readonly secrets: number;
}

/** Everything of one user at once. */
export interface UserDataStore {
	/**
	 * Deletes the user's messages, memory, journal, runs and kept answers, with `flows` his flows and their secrets too; keys stay. It works session by
	 * session in short transactions: what runs of the user meanwhile is discarded with its input, or begins after its session is gone and stays.
	 * @param today day whose fold spend stays, `YYYY-MM-DD`: a budget is not won back by deleting
	 */
	erase(userId: string, options: { readonly flows: boolean; readonly today: string }): Promise<ErasedData>;
	/** States of a flow by session and context, after the given scope. */
	states(userId: string, flowId: string, page: UserDataPage): Promise<readonly ScopedState[]>;
	/** Journal of a flow by session, context and time, after the given entry. */
	folds(userId: string, flowId: string, page: UserDataPage & { readonly afterId?: string }): Promise<readonly ScopedFold[]>;
}

export interface UserDataPage {
	readonly limit: number;
	readonly after?: Pick<SessionScope, "sessionId" | "contextId">;
}

export interface ScopedState {
	readonly scope: SessionScope;
	readonly state: SessionMemoryState;
}

export interface ScopedFold {
	readonly scope: SessionScope;
	/** `FoldRecord.id`, also of an entry that only a newer host knows. */
	readonly id: string;
	readonly fold: FoldRecord | undefined;
}

/** One open database. */
export interface SessionStore {
	readonly flows: FlowStore;
	readonly messages: MessageStore;
	readonly runs: RunStore;
	/** The compressor's ports over the same rows; `memory.checksHistory` is true. */
	readonly memory: SessionStateStore;
	readonly source: MessageSource;
	readonly secrets: SecretStore;
	readonly keys: KeyStore;
	readonly idempotency: IdempotencyStore;
	readonly foldSpend: SpendStore;
	readonly userData: UserDataStore;
	/**
	 * Gives everything of one user to another who has no flows yet, before there is any API key, in one transaction.
	 * @param reseal makes each secret's ciphertext anew for its new owner
	 * @returns false, with nothing changed, when the new owner has flows, or a key was ever made.
	 */
	adopt(from: string, to: string, reseal: (id: string, ciphertext: string) => string): Promise<boolean>;
	/** Resolves when every write so far survives a power cut, also those that did not wait for it. */
	synced(): Promise<void>;
	/**
	 * Asks the database whether it can be used as it is now: reached, taking writes, and with all migrations of this version.
	 * @throws StoreError when it cannot be reached, takes no writes or is too new.
	 */
	migrated(): Promise<boolean>;
	/** Waits for running transactions and closes. */
	close(): Promise<void>;
}
