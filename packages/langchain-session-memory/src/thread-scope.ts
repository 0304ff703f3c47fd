import type { SessionScope } from "@foldback/session-compressor";

/** Which conversation messages belong to. */
export interface Thread {
	/** LangGraph's `thread_id`. */
	readonly threadId: string;
	/** Whose thread it is; threads of two users are never the same, whatever their ids. Default `''`. */
	readonly user?: string;
	/** The application or agent, when several keep their memory in one store. Default `''`. */
	readonly namespace?: string;
}

/** A call that lacks what tells conversations apart. */
export class ThreadError extends Error {
	readonly code: "no-thread-id" | "bad-context" | "no-model";
	readonly brand: string = brand;

	constructor(code: ThreadError["code"], message: string) {
		super(message);
		this.name = "ThreadError";
		this.code = code;
	}

	/** Works across duplicate copies of this package. */
	static isInstance(error: unknown): error is ThreadError {
		return error instanceof Error && "brand" in error && error.brand === brand;
	}
}

const brand = "foldback.ThreadError";

export function scopeOf({ threadId, user = "", namespace = "" }: Thread): SessionScope {
	return { flowId: namespace, userId: user, sessionId: threadId, contextId: "" };
}

/**
 * The thread of a run, from its configuration and context.
 * @returns undefined when the run has no `thread_id`.
 * @throws ThreadError `bad-context` when `user` or `namespace` is there and not text.
 */
export function threadOfRun(configurable: Readonly<Record<string, unknown>> | undefined, context: unknown): Thread | undefined {
	const threadId = configurable?.thread_id;
	if (threadId === undefined || threadId === null || threadId === "") return undefined;
	const user = textIn(context, "user");
	const namespace = textIn(context, "namespace");
	return { threadId: String(threadId), ...(user === undefined ? {} : { user }), ...(namespace === undefined ? {} : { namespace }) };
}

function textIn(context: unknown, name: string): string | undefined {
	const value: unknown = typeof context === "object" && context !== null ? Reflect.get(context, name) : undefined;
	if (value === undefined || value === null) return undefined;
	if (typeof value === "string") return value;
	throw new ThreadError("bad-context", `context.${name} is ${typeof value}, but names whose memory is used, so it must be a string: give an id.`);
}
