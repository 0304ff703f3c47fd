import { existsSync } from "node:fs";
import { readConfig } from "../config.ts";
import { createHost, type Host } from "../host.ts";
import { createHostLog } from "../host-log.ts";
import { CliError } from "./cli-error.ts";
import type { CliStreams } from "./command.ts";

/** Options that every command with a database has. */
export const hostOptions = { "data-dir": { type: "string" }, verbose: { type: "boolean" } } as const;

export const hostOptionsHelp = `  --data-dir FOLDER   data folder with the database (FOLDBACK_DATA_DIR, default ./data)
  --verbose           show the log
`;

interface HostOptionValues {
	readonly "data-dir"?: string | undefined;
	readonly verbose?: boolean | undefined;
}

/**
 * Opens the database of the data folder for one piece of work, beside a server that may be running over it.
 * @param options.create false: a folder without a database is a mistake, not a new one
 */
export async function withHost<Result>(
	{ env, err }: CliStreams,
	values: HostOptionValues,
	{ create, work }: { readonly create: boolean; readonly work: (host: Host) => Promise<Result> },
): Promise<Result> {
	const { "data-dir": dataDir, verbose = false } = values;
	const config = readConfig({ ...env, ...(dataDir === undefined ? {} : { FOLDBACK_DATA_DIR: dataDir }) });
	if (!create && config.databaseUrl === undefined && !existsSync(config.databaseFile)) {
		throw new CliError(`There is no database at ${config.databaseFile}. Name the data folder with --data-dir, or start the server once.`, 1);
	}
	const host = await createHost(config, { log: createHostLog(config, (line) => verbose && err(`${line}\n`)) });
	try {
		return await work(host);
	} finally {
		await host.turns.drain(60_000);
		await host.compressor.settled();
		await host.store.close();
	}
}
