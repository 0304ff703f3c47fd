import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** What Linux counts processor time in. */
const tickMs = 10;

/** A process of its own. */
export interface Child {
	/** What it printed that was waited for. */
	readonly said: string;
	/** Resident memory in MiB. */
	residentMiB(): number;
	/** Processor time so far, of all threads, in milliseconds. */
	cpuMs(): number;
	stop(): Promise<void>;
}

/** Starts node with these arguments and waits until it prints something that matches. */
export async function startChild(
	args: readonly string[],
	{ env = {}, wanted }: { readonly env?: Readonly<Record<string, string>>; readonly wanted: RegExp },
): Promise<Child> {
	const { PATH = "", HOME = "" } = process.env;
	const child = spawn(process.execPath, args, { env: { PATH, HOME, ...env }, stdio: ["ignore", "pipe", "ignore"] });
	const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
	let text = "";
	const said = await new Promise<string>((resolve, reject) => {
		child.stdout.setEncoding("utf8").on("data", (part: string) => {
			text = (text + part).slice(-10_000);
			const [found, group = found] = wanted.exec(text) ?? [];
			if (group !== undefined) resolve(group);
		});
		child.once("close", (code) => reject(new Error(`A child process ended with ${code}: ${text}`)));
	});
	return {
		said,
		residentMiB: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
		cpuMs: () => {
			const [user, system] = readFileSync(`/proc/${child.pid}/stat`, "utf8")
				.replace(/^.*\) /, "")
				.split(" ")
				.slice(11, 13)
				.map(Number);
			return ((user ?? 0) + (system ?? 0)) * tickMs;
		},
		stop: () => {
			child.kill("SIGTERM");
			return ended;
		},
	};
}
