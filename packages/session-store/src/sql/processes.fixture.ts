import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { temporaryDatabase } from "../postgres/database.fixture.ts";
import { openPostgresStore } from "../postgres/open-postgres-store.ts";
import type { SessionStore } from "../session-store.ts";
import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";
import { temporaryPath } from "../sqlite/store.fixture.ts";

const worker = fileURLToPath(new URL("worker.fixture.ts", import.meta.url));

/** A process that runs `worker.fixture.ts`. */
export interface Worker {
	readonly child: ChildProcessWithoutNullStreams;
	/** Everything it printed so far. */
	readonly lines: readonly string[];
	/** Resolves when it has printed so many lines, or ended. */
	printed(count: number): Promise<void>;
	/** Resolves when it has ended, with what it wrote to stderr. */
	readonly ended: Promise<string>;
}

/** Starts the worker; it ends with the test at the latest. */
export function start(...parameters: readonly string[]): Worker {
	const child = spawn(process.execPath, ["--conditions=@foldback/source", worker, ...parameters]);
	onTestFinished(() => void child.kill("SIGKILL"));
	const lines: string[] = [];
	const errors: string[] = [];
	const output = createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
	child.stderr.on("data", (data) => errors.push(String(data)));
	const ended = once(child, "close").then(() => errors.join(""));
	// A worker that has ended cannot read what is still sent to it; why it ended is in its errors.
	child.stdin.on("error", () => {});
	const printed = async (count: number): Promise<void> => {
		while (lines.length < count && child.exitCode === null && child.signalCode === null) await Promise.race([once(output, "line"), ended]);
	};
	return { child, lines, printed, ended };
}

/** A database that processes share. */
export interface Kind {
	readonly name: string;
	/** A database that does not exist yet, or is empty. */
	readonly place: () => Promise<string>;
	readonly open: (place: string) => Promise<SessionStore>;
}

export const kinds: readonly Kind[] = [
	{ name: "SQLite", place: async () => temporaryPath(), open: (path) => openSqliteStore({ path }) },
	{ name: "Postgres", place: temporaryDatabase, open: (url) => openPostgresStore({ url }) },
];
