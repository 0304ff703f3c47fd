import { statSync } from "node:fs";
import { resolve } from "node:path";
import { backupSqlite, describePlace } from "@foldback/session-store/maintenance";
import { CliError } from "../cli-error.ts";
import { type Command, onlyArgument, parseOptions } from "../command.ts";
import { configuredDatabase, databaseOptions, databaseOptionsHelp, requireDatabase } from "./database-place.ts";
import { createProgress } from "./progress.ts";

export const backupCommand: Command = {
	help: `Usage: foldback backup FILE [--force]

Copies the SQLite database to FILE while the server runs. The copy holds everything that was stored before the command began, is
checked, and appears complete or not at all. A Postgres database is backed up by its own pg_dump.

  --force             replace FILE when it is there already
${databaseOptionsHelp}`,
	async run(args, streams) {
		const { values, positionals } = parseOptions(args, { ...databaseOptions, force: { type: "boolean" } });
		const file = resolve(onlyArgument(positionals, "FILE"));
		const { place, config } = configuredDatabase(streams, values["data-dir"]);
		if (place.kind === "postgres") {
			throw new CliError(`${describePlace(place)} is a Postgres database. Back it up with: pg_dump --format=custom --file FILE DATABASE_URL`, 1);
		}
		requireDatabase(place);
		const progress = createProgress(streams);
		await backupSqlite(place.path, file, { overwrite: values.force ?? false, onProgress: (pages, total) => progress.show("pages", pages, total) });
		progress.end();
		streams.out(`${file}: ${statSync(file).size.toLocaleString("en")} bytes\n`);
		streams.err(`Keep with it, from ${config.dataDir}: files (uploads) and secret.key (unless FOLDBACK_SECRET_KEY is set).\n`);
		return 0;
	},
};
