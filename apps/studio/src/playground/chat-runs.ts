import { ApiProblem, problemText } from "../api/api-problem.ts";
import type { Message } from "../api/messages.ts";
import { send } from "../api/request.ts";
import { readRunStream } from "./read-run-stream.ts";

/** A turn that runs in a session, or ended without an answer. */
export interface Turn {
	readonly input: string;
	/** The user's row has been stored and is among the session's messages. */
	readonly inputStored: boolean;
	readonly files: readonly string[];
	/** Content blocks of the answer so far: its tool steps. */
	readonly blocks: readonly unknown[];
	/** Text of the answer so far. */
	readonly text: string;
	readonly status: "running" | "stopped" | "failed";
	/** Why it failed, in words for people. */
	readonly problem: string;
}

export interface ChatRunsOptions {
	readonly flowId: string;
	/** A row was stored in a session. */
	readonly onMessage: (sessionId: string, message: Message) => void;
	/** A turn ended, however it did. */
	readonly onEnd: (sessionId: string, warnings: readonly string[]) => void;
	/** A turn failed: what for, or undefined when one went well. */
	readonly onOutcome?: (failure: unknown) => void;
	/** Calls back when the page paints next: tokens that arrive between two paints are shown at once. */
	readonly beforePaint?: (callback: () => void) => void;
}

/** The turns that run in a flow's sessions, one at a time in each. Lives outside of React, so that typing and streaming do not touch each other. */
export interface ChatRuns {
	readonly turn: (sessionId: string) => Turn | undefined;
	readonly subscribe: (listener: () => void) => () => void;
	/** @param ready the turn runs from now on, but nothing is sent before this; when it fails, there is no turn. */
	readonly start: (sessionId: string, input: string, files?: readonly string[], ready?: Promise<unknown>) => void;
	/** Hangs up: the host stops the run, and no half answer is stored. */
	readonly stop: (sessionId: string) => void;
	/** Takes away a turn that ended without an answer. */
	readonly dismiss: (sessionId: string) => void;
	/** Hangs up on all. */
	readonly close: () => void;
}

interface Running {
	turn: Turn;
	readonly abort: AbortController;
	/** Streamed texts by the id that their rows will have. */
	readonly texts: Map<string, string>;
}

export function createChatRuns({
	flowId,
	onMessage,
	onEnd,
	onOutcome,
	beforePaint = (callback) => void requestAnimationFrame(callback),
}: ChatRunsOptions): ChatRuns {
	const sessions = new Map<string, Running>();
	const listeners = new Set<() => void>();
	const notify = () => {
		for (const listener of listeners) listener();
	};
	const change = (running: Running, members: Partial<Turn>) => {
		running.turn = { ...running.turn, ...members };
		notify();
	};
	const painter = createPainter(beforePaint, (running: Running) => change(running, { text: [...running.texts.values()].join("\n\n") }));

	const receive = (sessionId: string, running: Running, message: Message) => {
		if (message.properties.state === "partial") {
			change(running, { blocks: message.content_blocks });
			return;
		}
		if (message.sender === "User") running.turn = { ...running.turn, inputStored: true };
		running.texts.delete(message.id);
		running.turn = { ...running.turn, text: [...running.texts.values()].join("\n\n") };
		// A session that was renamed meanwhile: the host stores under the new name.
		onMessage(message.session_id || sessionId, message);
		notify();
	};
	const follow = async (sessionId: string, running: Running): Promise<readonly string[]> => {
		const body = { input_value: running.turn.input, session_id: sessionId, input_type: "chat", output_type: "chat", files: running.turn.files };
		const response = await send(`/api/v1/run/${encodeURIComponent(flowId)}?stream=true`, { method: "POST", body, signal: running.abort.signal });
		if (!response.body) throw new Error("The server sent no answer.");
		for await (const event of readRunStream(response.body)) {
			if (event.event === "add_message") receive(sessionId, running, event.data);
			if (event.event === "token") {
				running.texts.set(event.data.id, (running.texts.get(event.data.id) ?? "") + event.data.chunk);
				painter.request(running);
			}
			if (event.event === "error") throw new ApiProblem(0, { detail: event.data.error, ...event.data });
			if (event.event === "end") return event.data.result.warnings ?? [];
		}
		throw new Error("The connection ended before the answer was complete.");
	};
	const forget = (sessionId: string, running: Running) => {
		if (sessions.get(sessionId) === running) sessions.delete(sessionId);
		notify();
	};
	const run = async (sessionId: string, running: Running) => {
		let warnings: readonly string[] = [];
		try {
			warnings = await follow(sessionId, running);
			if (sessions.get(sessionId) === running) sessions.delete(sessionId);
			onOutcome?.(undefined);
		} catch (error) {
			if (running.abort.signal.aborted) running.turn = { ...running.turn, status: "stopped" };
			else {
				running.turn = { ...running.turn, status: "failed", problem: problemText(error) };
				onOutcome?.(error);
			}
		}
		notify();
		onEnd(sessionId, warnings);
	};
	return {
		turn: (sessionId) => sessions.get(sessionId)?.turn,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		start(sessionId, input, files = [], ready) {
			if (sessions.get(sessionId)?.turn.status === "running") return;
			const running: Running = {
				turn: { input, files, inputStored: false, blocks: [], text: "", status: "running", problem: "" },
				abort: new AbortController(),
				texts: new Map(),
			};
			sessions.set(sessionId, running);
			notify();
			const begin = () => void run(sessionId, running);
			if (!ready) begin();
			else void ready.then(begin, () => forget(sessionId, running));
		},
		stop: (sessionId) => sessions.get(sessionId)?.abort.abort(),
		dismiss(sessionId) {
			if (sessions.get(sessionId)?.turn.status === "running") return;
			sessions.delete(sessionId);
			notify();
		},
		close() {
			for (const { abort } of sessions.values()) abort.abort();
		},
	};
}

/** Shows each item once before the next paint, however often it was asked for. */
function createPainter<Item>(beforePaint: (callback: () => void) => void, show: (item: Item) => void) {
	const waiting = new Set<Item>();
	return {
		request(item: Item) {
			if (waiting.has(item)) return;
			waiting.add(item);
			beforePaint(() => {
				waiting.delete(item);
				show(item);
			});
		},
	};
}
