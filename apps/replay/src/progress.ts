import { MultiBar } from "cli-progress";

/** Where a replay tells how far it is. */
export interface Progress {
	/** Prints a line above the bar. */
	line(text: string): void;
	advance(session: string): void;
	/** Leaves the bar as it is; more calls do nothing. */
	stop(): void;
}

/**
 * Lines on standard output; on a terminal with a bar below them.
 * @param total turns of all sessions.
 */
export function createProgress(total: number, bar: boolean): Progress {
	if (!bar || !process.stdout.isTTY) {
		return { line: (text) => void process.stdout.write(`${text}\n`), advance: () => {}, stop: () => {} };
	}
	const bars = new MultiBar({
		format: "{bar} {percentage} % | {value}/{total} turns | {eta_formatted} left | {session}",
		stream: process.stdout,
		hideCursor: true,
		clearOnComplete: false,
	});
	const single = bars.create(total, 0, { session: "" });
	let stopped = false;
	return {
		line: (text) => bars.log(`${text}\n`),
		advance: (session) => single.increment(1, { session: session.slice(0, 24) }),
		stop: () => {
			if (!stopped) bars.stop();
			stopped = true;
		},
	};
}
