import { existsSync } from "node:fs";
import type { DatabasePlace } from "@foldback/session-store/maintenance";
import { type Config, databaseOf, readConfig } from "../../config.ts";
import { CliError } from "../cli-error.ts";
import type { CliStreams } from "../command.ts";

/** Options of commands that work on the configured database itself. */
export const databaseOptions = { "data-dir": { type: "string" } } as const;

export const databaseOptionsHelp = `  --data-dir FOLDER   data folder with the database (FOLDBACK_DATA_DIR, default ./data)
`;

/** The configured database and data folder. Nothing is opened or made. */
export function configuredDatabase({ env }: Pick<CliStreams, "env">, dataDir: string | undefined): { readonly place: DatabasePlace; readonly config: Config } {
	const config = readConfig({ ...env, ...(dataDir === undefined ? {} : { FOLDBACK_DATA_DIR: dataDir }) });
	return { place: toPlace(config), config };
}

/** @throws CliError for an SQLite file that does not exist. */
export function requireDatabase(place: DatabasePlace): void {
	if (place.kind === "postgres" || existsSync(place.path)) return;
	throw new CliError(`There is no database at ${place.path}. Name the data folder with --data-dir, or start the server once.`, 1);
}

/** Reads `sqlite:PATH` or `postgres://…`. @throws CliError that names the option, and never what may hold a password. */
export function parsePlace(option: string, url: string): DatabasePlace {
	const isSqlite = /^sqlite:.+/i.test(url);
	if (!isSqlite && !(/^postgres(ql)?:\/\//i.test(url) && URL.canParse(url))) {
		throw new CliError(`${option} must be sqlite:PATH or postgres://USER:PASSWORD@HOST:5432/DATABASE; what is given (hidden) is neither. See --help.`);
	}
	return toPlace(databaseOf(url, "."));
}

function toPlace({ databaseUrl, databaseFile }: Pick<Config, "databaseFile" | "databaseUrl">): DatabasePlace {
	return databaseUrl === undefined ? { kind: "sqlite", path: databaseFile } : { kind: "postgres", url: databaseUrl };
}
