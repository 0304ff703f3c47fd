import { createInterface } from "node:readline";
import type { CliStreams } from "./command.ts";

/** The process's own environment and streams. */
export const processStreams: CliStreams = {
	env: process.env,
	out: (text) => void process.stdout.write(text),
	err: (text) => void process.stderr.write(text),
	isTerminal: process.stderr.isTTY === true,
	lines: readInput,
};

/** Opened by whoever asks for the first line: lines that arrive before somebody reads them would be lost. */
async function* readInput(): AsyncGenerator<string> {
	yield* createInterface({ input: process.stdin });
}

/** Who reads the output may stop before its end, as `head` does: then there is nothing left to do. */
export function endWithReader(): void {
	process.stdout.on("error", (error: NodeJS.ErrnoException) => {
		if (error.code === "EPIPE") process.exit();
		throw error;
	});
}

/** @throws where the database's native part would end the process without a word. */
export function requireNode(version: string): void {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	if (major < 22 || (major === 22 && minor < 18))
		throw new Error(`This is Node.js ${version}; Foldback needs 22.18 or newer. Start it with "npx -y pnpm@12 start", which brings one.`);
}
