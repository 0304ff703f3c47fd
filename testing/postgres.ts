/**
 * A throw-away PostgreSQL server for tests: real processes and many connections, out of npm packages alone.
 * A server given in TEST_DATABASE_URL is used instead.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Account, findPostgresBinaries, reachableBinaries, serverAccount } from "./postgres-binaries.ts";

const run = promisify(execFile);
const readyWithinMs = 120_000;

/** Ports that are tried at a start. */
const maxPorts = 3;

/** Nothing outlives the machine, so nothing is flushed; a commit still outlives the server. `log_min_messages` stays at log: above it the line that tells of readiness is hidden. */
const settings = {
	listen_addresses: "127.0.0.1",
	unix_socket_directories: "",
	fsync: "off",
	full_page_writes: "off",
	max_connections: "200",
	shared_buffers: "32MB",
	log_min_messages: "log",
	max_wal_senders: "0",
	wal_level: "minimal",
};

export interface TestPostgres {
	/** A superuser's URL of the database `postgres`. */
	readonly url: string;
	stop(): Promise<void>;
}

/** A server of one's own, which may be taken down and started again on its data and port. */
export interface OwnPostgres extends TestPostgres {
	/** `fast`: running transactions are rolled back. `immediate`: all its processes quit as in a crash, and the next start recovers. */
	down(how: "fast" | "immediate"): Promise<void>;
	up(): Promise<void>;
}

/** The server in TEST_DATABASE_URL, or one of one's own. */
export async function startPostgres(): Promise<TestPostgres> {
	if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: async () => undefined };
	return await startOwnPostgres();
}

/** Starts a server on a free loopback port with an empty data folder; `stop` removes both. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
	const account = await serverAccount();
	const found = await findPostgresBinaries();
	const home = await mkdtemp(join(tmpdir(), "test-postgres-"));
	try {
		if (account.uid !== undefined) await chown(home, account.uid, account.gid ?? account.uid);
		const options = { ...account, cwd: home, env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } };
		const bin = await reachableBinaries(found, home, options);
		return await startServer(bin, home, options);
	} catch (error) {
		await rm(home, { recursive: true, force: true });
		throw error;
	}
}

async function startServer(bin: string, home: string, options: Account & { cwd: string; env: NodeJS.ProcessEnv }): Promise<OwnPostgres> {
	const data = join(home, "data");
	const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions"];
	await run(join(bin, "initdb"), initdb, options);
	let port = await freePort();
	const flags = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
	let server: ChildProcess | undefined;
	const kill = () => {
		server?.kill("SIGKILL");
		rmSync(home, { recursive: true, force: true });
	};
	process.once("exit", kill);
	const stop = async () => {
		process.off("exit", kill);
		await end(server, "SIGQUIT");
		await rm(home, { recursive: true, force: true });
	};
	const up = async () => {
		server = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...flags], { ...options, stdio: ["ignore", "ignore", "pipe"] });
		await ready(server);
	};
	for (let left = maxPorts - 1; ; left--) {
		try {
			await up();
			break;
		} catch (error) {
			// Somebody else got the port meanwhile.
			const isTaken = error instanceof Error && error.message.includes("Address already in use");
			if (!isTaken || left === 0) {
				await stop();
				throw error;
			}
			port = await freePort();
		}
	}
	const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
	return { url, stop, up, down: (how) => end(server, how === "fast" ? "SIGINT" : "SIGQUIT") };
}

async function end(server: ChildProcess | undefined, signal: "SIGINT" | "SIGQUIT"): Promise<void> {
	if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
	const gone = new Promise((resolve) => server.once("exit", resolve));
	server.kill(signal);
	await gone;
}

async function ready(server: ChildProcess): Promise<void> {
	let log = "";
	await new Promise<void>((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error(`PostgreSQL was not ready after ${readyWithinMs} ms. Its log:\n${log}`)), readyWithinMs).unref();
		server.once("error", reject);
		server.once("exit", (code) => reject(new Error(`PostgreSQL ended with code ${code} before it was ready. Its log:\n${log}`)));
		server.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
			log += chunk;
			if (!log.includes("database system is ready to accept connections")) return;
			clearTimeout(timer);
			resolve();
		});
	});
	server.removeAllListeners("exit");
	server.stderr?.removeAllListeners("data").resume();
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer().once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() => (address !== null && typeof address === "object" ? resolve(address.port) : reject(new Error("The probe has no port."))));
		});
	});
}
