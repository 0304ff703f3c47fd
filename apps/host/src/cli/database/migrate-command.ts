import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type MigrationReport, migrateDatabase, type SchemaVersion } from "@foldback/session-store/maintenance";
import { CliError } from "../cli-error.ts";
import { type Command, parseOptions } from "../command.ts";
import { configuredDatabase, databaseOptions, databaseOptionsHelp } from "./database-place.ts";

export const migrateCommand: Command = {
	help: `Usage: foldback migrate [--dry-run]

Brings the configured database (DATABASE_URL, or the SQLite file in the data folder) to the schema of this version, as starting the
server does. Hosts may be running: migrations only expand, and older hosts work on the newer schema.

  --dry-run           say what would be done, and do nothing
${databaseOptionsHelp}`,
	async run(args, streams) {
		const { values, positionals } = parseOptions(args, { ...databaseOptions, "dry-run": { type: "boolean" } });
		if (positionals[0] !== undefined) throw new CliError(`foldback migrate takes no ${JSON.stringify(positionals[0])}. See --help.`);
		const { place } = configuredDatabase(streams, values["data-dir"]);
		const dryRun = values["dry-run"] ?? false;
		if (!dryRun && place.kind === "sqlite") mkdirSync(dirname(place.path), { recursive: true, mode: 0o700 });
		streams.out(describeMigration(await migrateDatabase(place, { dryRun }), dryRun));
		return 0;
	},
};

function describeMigration({ place, created, before, after }: MigrationReport, dryRun: boolean): string {
	const lines = [`Database  ${place}${created ? (dryRun ? " (would be made)" : " (made)") : ""}`, `Schema    ${describeSchema(before)}`];
	if (before.unknown > 0) lines.push(`          ${before.unknown} more of a newer version, which this one can work with`);
	if (before.due.length === 0) return `${[...lines, "Nothing is to be done."].join("\n")}\n`;
	lines.push(...before.due.map((name) => `${dryRun ? "Due       " : "Applied   "}${name}`));
	lines.push(dryRun ? "Nothing was done." : `Schema    ${describeSchema(after)}`);
	return `${lines.join("\n")}\n`;
}

/** @returns how far a schema is, in words. */
export function describeSchema({ applied, due }: SchemaVersion): string {
	const all = applied.length + due.length;
	return applied.length === 0 ? `none of ${all} migrations` : `${applied.length} of ${all} migrations, the newest ${applied.at(-1)}`;
}
