import {
	checkSqliteIntegrity,
	type DatabaseFacts,
	type DatabasePlace,
	examineDatabase,
	type Finding,
	migrateDatabase,
	readDatabaseFacts,
	withFileRows,
} from "@foldback/session-store/maintenance";
import { findFileFaults, findStrayFolders } from "../../files/file-check.ts";
import { CliError } from "../cli-error.ts";
import { type CliStreams, type Command, parseOptions } from "../command.ts";
import { configuredDatabase, databaseOptions, databaseOptionsHelp, requireDatabase } from "./database-place.ts";
import { describeSchema } from "./migrate-command.ts";
import { plainText, quoted } from "./plain-text.ts";

export const doctorCommand: Command = {
	help: `Usage: foldback doctor [--fix]

Checks the database and the data folder: connection, schema, SQLite's own integrity check; counts every memory state and snapshot
again from the messages; looks for rows and files that belong to nothing. Hosts may be running meanwhile.
Exit code 0 when all is well or was mended, 1 when something is wrong.

  --fix               mend what is wrong: memory that is not true to the messages is taken back and folded again, what belongs
                      to nothing is deleted, files of flows that are no more are moved to files-without-flow in the data folder
${databaseOptionsHelp}`,
	async run(args, streams) {
		const { values, positionals } = parseOptions(args, { ...databaseOptions, fix: { type: "boolean" } });
		if (positionals[0] !== undefined) throw new CliError(`foldback doctor takes no ${JSON.stringify(positionals[0])}. See --help.`);
		const { place, config } = configuredDatabase(streams, values["data-dir"]);
		requireDatabase(place);
		const visit = createVisit(streams, values.fix ?? false);
		if ((await checkFrame(place, visit)) && (await checkRows(place, visit))) await checkFiles(place, config.dataDir, visit);
		return visit.end();
	},
};

/** One run of the doctor. */
interface Visit {
	readonly mend: boolean;
	readonly say: (line: string) => void;
	/** @param remedy what mended it, when it was mended; `undefined`: it is still wrong */
	readonly wrong: (problem: string, remedy: string | undefined) => void;
	/** @returns the exit code. */
	readonly end: () => number;
}

function createVisit({ out }: CliStreams, mend: boolean): Visit {
	let found = 0;
	let left = 0;
	const say = (line: string) => out(`${plainText(line)}\n`);
	return {
		mend,
		say,
		wrong(problem, remedy) {
			found++;
			if (remedy === undefined) left++;
			say(`Wrong      ${problem}${remedy === undefined ? "" : `\n  Mended   ${remedy}`}`);
		},
		end() {
			const things = `${found.toLocaleString("en")} ${found === 1 ? "thing is" : "things are"} wrong`;
			if (found === 0) say("All is well.");
			else if (left === 0) say(`${things.replace(/ (is|are) wrong/, " $1 mended")}. All is well now.`);
			else say(mend ? `${things}, ${left.toLocaleString("en")} of them still.` : `${things}. foldback doctor --fix mends what can be mended.`);
			return left === 0 ? 0 : 1;
		},
	};
}

/** Connection, schema, file. @returns whether the rows can be looked at. */
async function checkFrame(place: DatabasePlace, { say, wrong, mend }: Visit): Promise<boolean> {
	const facts = await readDatabaseFacts(place);
	describeFacts(facts, say);
	if (place.kind === "sqlite") {
		const problems = await checkSqliteIntegrity(place.path);
		for (const problem of problems) wrong(`The file is damaged: ${problem}. Restore a backup, or save what is left with "sqlite3 FILE .recover".`, undefined);
		if (problems.length > 0) return false;
		say("Integrity  SQLite finds nothing wrong with the file");
	}
	const { due } = facts.schema;
	if (due.length === 0) return true;
	if (mend) await migrateDatabase(place);
	wrong(`The schema is not up to date; due: ${due.join(", ")}.`, mend ? "The migrations were applied." : undefined);
	if (!mend) say("           The rows were not looked at: run foldback migrate first.");
	return mend;
}

function describeFacts({ place, driver, server, schema }: DatabaseFacts, say: Visit["say"]): void {
	say(`Database   ${place}`);
	say(`Server     ${server}, driver ${driver}`);
	say(`Schema     ${describeSchema(schema)}`);
	if (schema.unknown > 0) say(`           ${schema.unknown} more of a newer version, which this one can work with`);
}

/** @returns whether the database belongs to a host. */
async function checkRows(place: DatabasePlace, { say, wrong, mend }: Visit): Promise<boolean> {
	const onFinding = (finding: Finding) => wrong(`${describePlaceOf(finding)}: ${finding.problem}`, mend ? finding.remedy : undefined);
	const { states, snapshots, statesAlone } = await examineDatabase(place, { mend, onFinding });
	say(
		statesAlone
			? "Memory     states alone, of messages that are kept elsewhere: they cannot be checked here"
			: `Memory     ${states.toLocaleString("en")} states and ${snapshots.toLocaleString("en")} snapshots counted again from the messages`,
	);
	return !statesAlone;
}

function describePlaceOf({ place: { flowId, userId, sessionId, contextId } }: Finding): string {
	const parts = [
		`Flow ${quoted(flowId)}`,
		...(userId === undefined ? [] : [`user ${quoted(userId)}`]),
		...(sessionId === undefined ? [] : [`session ${quoted(sessionId)}`]),
		...(contextId === undefined || contextId === "" ? [] : [`context ${quoted(contextId)}`]),
	];
	return parts.join(", ");
}

async function checkFiles(place: DatabasePlace, dataDir: string, { say, wrong, mend }: Visit): Promise<void> {
	await withFileRows(place, async (rows) => {
		for (const { path, files, movedTo } of await findStrayFolders(dataDir, rows, mend)) {
			const problem = `${path}: ${files.toLocaleString("en")} ${files === 1 ? "file" : "files"} of a flow that is no more.`;
			wrong(problem, movedTo && `Moved to ${movedTo}; delete it there when you do not need it.`);
		}
		let missing = 0;
		for await (const fault of findFileFaults(dataDir, rows)) {
			const where = `Flow ${quoted(fault.flowId)}, message ${quoted(fault.messageId)}`;
			if ("unreadable" in fault) wrong(`${where}: ${fault.unreadable}`, undefined);
			else if (++missing <= 20) say(`Note       ${where} names ${quoted(fault.file)}, which is not in the data folder.`);
		}
		if (missing > 0)
			say(
				`Note       ${missing.toLocaleString("en")} named ${missing === 1 ? "file is" : "files are"} not there: deleted by somebody, or not restored. Nothing else depends on them.`,
			);
		say("Files      compared with the flows and messages");
	});
}
