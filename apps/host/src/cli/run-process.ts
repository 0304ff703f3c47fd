import type { CliStreams } from "./command.ts";
import { endWithReader, processStreams, requireNode } from "./process-streams.ts";

/** Runs a command as this process, and ends with its exit code once what it wrote has been read. */
export async function runProcess(command: (streams: CliStreams) => Promise<number>): Promise<void> {
	// What the host writes (database, log of it, key) is for this user only, wherever it lies.
	process.umask(0o077);
	endWithReader();
	try {
		requireNode(process.versions.node);
		process.exitCode = await command(processStreams);
	} catch (error) {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	}
	// Connections of models that are kept alive would hold the process for a while.
	process.stdout.write("", () => process.exit());
}
