import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { ReplayError } from "./replay-error.ts";

/** A host that runs as a process of its own, on a free loopback port. */
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
	/** Milliseconds until it must answer `/health`. Default 30,000. */
	readonly startTimeoutMs?: number;
}

const inherited = ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE"];

/**
 * Starts a host and waits until it answers `/health`.
 * @throws ReplayError with what it printed when it ends before that or takes too long.
 */
export async function startHostProcess(options: HostProcessOptions): Promise<HostProcess> {
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const entry = options.entry ?? ["--conditions=@foldback/source", fileURLToPath(new URL("../../host/src/main.ts", import.meta.url))];
	const child = spawn(process.execPath, entry, {
		stdio: ["ignore", "pipe", "pipe"],
		env: {
			...Object.fromEntries(inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
			HOST: "127.0.0.1",
			PORT: String(port),
			FOLDBACK_DATA_DIR: options.dataDir,
			...options.env,
		},
	});
	const ended = new Promise<number | string>((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal ?? "unknown")));
	const { output, printed } = collectOutput(child);
	try {
		await healthy(url, options.startTimeoutMs ?? 30_000, ended);
	} catch (error) {
		child.kill("SIGKILL");
		throw new ReplayError(`The host did not start: ${error instanceof Error ? error.message : String(error)}\n${output()}`, { cause: error });
	}
	const end = async (signal: "SIGTERM" | "SIGKILL") => {
		child.kill(signal);
		return await ended;
	};
	return { url, pid: child.pid ?? 0, output, printed, stop: () => end("SIGTERM"), kill: async () => void (await end("SIGKILL")) };
}

async function healthy(url: string, timeoutMs: number, ended: Promise<number | string>): Promise<void> {
	const deadline = AbortSignal.timeout(timeoutMs);
	let end: number | string | undefined;
	void ended.then((how) => {
		end = how;
	});
	for (;;) {
		const response = await fetch(`${url}/health`, { signal: deadline }).catch(() => undefined);
		await response?.body?.cancel();
		if (end !== undefined) throw new Error(`it ended with ${end}.`);
		if (response?.ok) return;
		if (deadline.aborted) throw new Error(`${url}/health did not answer within ${timeoutMs} ms.`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

/** Keeps the last part of what the process prints. */
function collectOutput(child: ChildProcess): Pick<HostProcess, "output" | "printed"> {
	let text = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding("utf8").on("data", (chunk: string) => {
			text = (text + chunk).slice(-20_000);
			child.emit("printed");
		});
	}
	return {
		output: () => text,
		async printed(wanted) {
			while (!text.includes(wanted)) {
				const ended = child.exitCode ?? child.signalCode;
				if (ended !== null) throw new ReplayError(`The host ended with ${ended} before it printed ${JSON.stringify(wanted)}:\n${text}`);
				await Promise.race([once(child, "printed"), once(child, "close")]);
			}
		},
	};
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	if (address === null || typeof address === "string") throw new Error("The probe for a free port got no port.");
	return address.port;
}
