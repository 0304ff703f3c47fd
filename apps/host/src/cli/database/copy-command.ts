import { type CopyReport, copyDatabase } from "@foldback/session-store/maintenance";
import { CliError } from "../cli-error.ts";
import { type Command, parseOptions } from "../command.ts";
import { configuredDatabase, databaseOptions, databaseOptionsHelp, parsePlace, requireDatabase } from "./database-place.ts";
import { createProgress } from "./progress.ts";

export const copyCommand: Command = {
	help: `Usage: foldback copy [--from URL] --to URL

Copies everything in one database to another, SQLite or Postgres: sqlite:PATH or postgres://USER:PASSWORD@HOST:5432/DATABASE.
The source is read as it is at the start, also while hosts write to it; what they write later is not copied, so stop them first
when you move. The target must be empty. A copy that was interrupted goes on when the same command is given again. At the end both
sides are compared, table by table, by number of rows and checksum.

  --from URL          source (default: the configured database)
  --to URL            target; its tables are made
${databaseOptionsHelp}`,
	async run(args, streams) {
		const { values, positionals } = parseOptions(args, { ...databaseOptions, from: { type: "string" }, to: { type: "string" } });
		if (positionals[0] !== undefined) throw new CliError(`foldback copy takes no ${JSON.stringify(positionals[0])}. See --help.`);
		if (values.to === undefined) throw new CliError("--to is missing: where to? See --help.");
		const { place: configured, config } = configuredDatabase(streams, values["data-dir"]);
		const from = values.from === undefined ? configured : parsePlace("--from", values.from);
		const to = parsePlace("--to", values.to);
		requireDatabase(from);
		const progress = createProgress(streams);
		const report = await copyDatabase(from, to, {
			onProgress: ({ step, table, rows, totalRows }) => {
				if (totalRows > 0) progress.show(`${step} ${table}`, rows, totalRows);
			},
		}).finally(progress.end);
		streams.out(describeCopy(report));
		streams.err(
			`Uploaded files and the key of secrets are not in the database: they are in ${config.dataDir} (files, secret.key). A host on the\n` +
				"new database needs the same folder, or a copy of both; with several hosts, FOLDBACK_SECRET_KEY instead of the key file.\n",
		);
		return 0;
	},
};

function describeCopy({ from, to, tables }: CopyReport): string {
	const width = Math.max(...tables.map(({ table }) => table.length));
	const lines = tables.map(({ table, rows, checksum, resumed }) => {
		const before = resumed > 0 ? `  (${resumed.toLocaleString("en")} from before)` : "";
		return `${table.padEnd(width)}  ${rows.toLocaleString("en").padStart(12)} ${rows === 1 ? "row " : "rows"}  ${checksum}${before}`;
	});
	return `${[`From  ${from}`, `To    ${to}`, ...lines, "Both sides hold the same."].join("\n")}\n`;
}
