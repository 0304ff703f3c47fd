import { describeError } from "../http/on-error.ts";
import { ProblemError } from "../http/problem.ts";
import type { Logger } from "../log.ts";

/** One piece of running work. */
interface Turn {
	/** Aborts when the client goes away or a shutdown has waited long enough. */
	readonly signal: AbortSignal;
	readonly abort: (reason: unknown) => void;
	readonly end: () => void;
}

/** Knows what is running: turns, and the work that they leave for afterwards. */
export interface TurnTracker {
	/** @returns undefined once the tracker is draining: nothing new starts then. */
	begin(): Turn | undefined;
	/** Runs work that nobody waits for, such as a background fold. A failure is logged and never fatal. */
	later(name: string, task: () => Promise<unknown>): void;
	readonly running: number;
	/** Of these, runs of flows; the others are what runs left for afterwards. */
	readonly runningTurns: number;
	/**
	 * Starts nothing new, waits for what runs, at most `timeoutMs`, then aborts it and waits for it to notice.
	 * @returns whether everything ended by itself.
	 */
	drain(timeoutMs: number): Promise<boolean>;
}

/** The answer to whoever asks for work, or waits for it, while the server stops. */
export function shuttingDown(): ProblemError {
	return new ProblemError("shutting-down", "The server is shutting down and starts nothing new. Send the request again in a moment.", {
		headers: { "retry-after": "5" },
	});
}

/** How long aborted work may take to notice, in milliseconds. */
const noticeMs = 2_000;

export function createTurnTracker(log: Logger): TurnTracker {
	const turns = new Set<AbortController>();
	const tasks = new Set<Promise<void>>();
	let idle: (() => void) | undefined;
	let draining = false;
	const settle = () => {
		if (turns.size === 0 && tasks.size === 0) idle?.();
	};
	const whenIdle = (timeoutMs: number): Promise<boolean> => {
		if (turns.size === 0 && tasks.size === 0) return Promise.resolve(true);
		return new Promise((resolve) => {
			const timer = setTimeout(() => resolve(false), timeoutMs);
			idle = () => {
				clearTimeout(timer);
				resolve(true);
			};
		});
	};
	return {
		begin() {
			if (draining) return undefined;
			const controller = new AbortController();
			turns.add(controller);
			const end = () => {
				turns.delete(controller);
				settle();
			};
			return { signal: controller.signal, abort: (reason) => controller.abort(reason), end };
		},
		later(name, task) {
			const running = Promise.resolve()
				.then(task)
				.then(
					() => {},
					(error: unknown) => log.error("after-run-failed", { task: name, ...describeError(error) }),
				)
				.finally(() => {
					tasks.delete(running);
					settle();
				});
			tasks.add(running);
		},
		get running() {
			return turns.size + tasks.size;
		},
		get runningTurns() {
			return turns.size;
		},
		async drain(timeoutMs) {
			draining = true;
			if (await whenIdle(timeoutMs)) return true;
			for (const turn of turns) turn.abort(shuttingDown());
			await whenIdle(noticeMs);
			return false;
		},
	};
}
