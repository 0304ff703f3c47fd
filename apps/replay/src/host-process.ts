import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ReplayError } from "./replay-error.ts";

/** A host that runs as a process of its own, on a loopback port that the system has chosen. */
export interface HostProcess {
	/** `http://127.0.0.1:PORT`. */
	readonly url: string;
	readonly pid: number;
	/** What it has printed so far, both streams. */
	output(): string;
	/** Resolves once it has printed this text. @throws ReplayError when it ends before. */
	printed(text: string): Promise<void>;
	/** Asks it to stop and waits for its end. @returns its exit code, or the signal that ended it. */
	stop(): Promise<number | string>;
	/** `kill -9`, and waits for its end. */
	kill(): Promise<void>;
}

export interface HostProcessOptions {
	readonly dataDir: string;
	/** Further environment of the host. Nothing else is inherited but what a process needs to run: no keys of the caller's. */
	readonly env?: Readonly<Record<string, string>>;
	/** Command line after `node`; default: the host's source. */
	readonly entry?: readonly string[];
	/** Milliseconds until it must have started. Default 120,000. */
	readonly startTimeoutMs?: number;
}

const inherited = ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE"];

/** What a host says when it has started: it answers, and a first start has made the sample flows. */
const started = /Foldback is listening on (\S+)\s/;

/**
 * Starts a host and waits until it has said where it listens.
 * @throws ReplayError with what it printed when it ends before that or takes too long.
 */
export async function startHostProcess(options: HostProcessOptions): Promise<HostProcess> {
	const entry = options.entry ?? ["--conditions=@foldback/source", fileURLToPath(new URL("../../host/src/main.ts", import.meta.url))];
	const child = spawn(process.execPath, entry, {
		stdio: ["ignore", "pipe", "pipe"],
		env: {
			...Object.fromEntries(inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
			HOST: "127.0.0.1",
			PORT: "0",
			FOLDBACK_DATA_DIR: options.dataDir,
			...options.env,
		},
	});
	const ended = new Promise<number | string>((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal ?? "unknown")));
	const { output, printed } = collectOutput(child);
	const end = async (signal: "SIGTERM" | "SIGKILL") => {
		child.kill(signal);
		return await ended;
	};
	const { startTimeoutMs = 120_000 } = options;
	const deadline = AbortSignal.timeout(startTimeoutMs);
	try {
		const [, url = ""] = await printed(started, deadline);
		return {
			url,
			pid: child.pid ?? 0,
			output,
			printed: async (text) => void (await printed(text)),
			stop: () => end("SIGTERM"),
			kill: async () => void (await end("SIGKILL")),
		};
	} catch (error) {
		child.kill("SIGKILL");
		const late = `it took more than ${startTimeoutMs} ms:\n${output()}`;
		throw new ReplayError(`The host did not start: ${deadline.aborted ? late : error instanceof Error ? error.message : String(error)}`, { cause: error });
	}
}

/** Of more than so many characters the last ones are kept. */
const keptChars = 1_000_000;

/** Keeps what the process prints, and waits for what it will. */
function collectOutput(child: ChildProcess) {
	let text = "";
	let isClosed = false;
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding("utf8").on("data", (chunk: string) => {
			text = (text + chunk).slice(-keptChars);
			child.emit("printed");
		});
	}
	// Not at its exit: what it printed last is read after that.
	child.once("close", () => {
		isClosed = true;
		child.emit("printed");
	});
	return {
		output: () => text,
		async printed(wanted: string | RegExp, signal?: AbortSignal): Promise<readonly string[]> {
			for (;;) {
				const found = typeof wanted === "string" ? (text.includes(wanted) ? [wanted] : null) : wanted.exec(text);
				if (found) return found;
				if (isClosed) throw new ReplayError(`it ended with ${child.exitCode ?? child.signalCode} before it printed ${String(wanted)}:\n${text}`);
				await once(child, "printed", signal ? { signal } : {});
			}
		},
	};
}
