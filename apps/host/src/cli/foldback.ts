import { ConfigError } from "../config.ts";
import { ProblemError } from "../http/problem.ts";
import { CliError } from "./cli-error.ts";
import type { CliStreams, Command } from "./command.ts";

const help = `Usage: foldback COMMAND [options]

  start                     start the server
  run FLOW                  run a flow here, without a server
  replay FILE               send recorded conversations through a host and measure what reaches the model
  flows import FILE…        save exported flows in the database
  flows export FLOW…        write flows as files to give away, without secrets
  key create --user NAME    make an API key
  key list                  list the API keys
  key revoke KEY            make an API key invalid
  migrate                   bring the database to the schema of this version
  doctor                    check the database and the data folder, and mend them with --fix
  copy --to URL             copy everything to another database, SQLite or Postgres
  backup FILE               copy the SQLite database to a file while the server runs

\`foldback COMMAND --help\` tells more. Settings come from the environment, see the README.
Exit codes: 0 done, 1 it failed, 2 wrong usage.
`;

const commands: Readonly<Record<string, () => Promise<Command>>> = {
	start: async () => (await import("./start-command.ts")).startCommand,
	run: async () => (await import("./run-command.ts")).runCommand,
	replay: async () => (await import("./replay-command.ts")).replayCommand,
	"flows import": async () => (await import("./flows-command.ts")).importCommand,
	"flows export": async () => (await import("./flows-command.ts")).exportCommand,
	"key create": async () => (await import("./key-command.ts")).createCommand,
	"key list": async () => (await import("./key-command.ts")).listCommand,
	"key revoke": async () => (await import("./key-command.ts")).revokeCommand,
	migrate: async () => (await import("./database/migrate-command.ts")).migrateCommand,
	doctor: async () => (await import("./database/doctor-command.ts")).doctorCommand,
	copy: async () => (await import("./database/copy-command.ts")).copyCommand,
	backup: async () => (await import("./database/backup-command.ts")).backupCommand,
};

/** The command line `foldback`. @returns the exit code. */
export async function foldback(args: readonly string[], streams: CliStreams): Promise<number> {
	const [first, second] = args;
	if (first === undefined || first === "--help" || first === "-h" || first === "help") {
		streams.out(help);
		return first === undefined ? 2 : 0;
	}
	const name = Object.hasOwn(commands, first) ? first : `${first} ${second ?? ""}`.trim();
	const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!load) return complain(unknownCommand(first, args), streams);
	const rest = args.slice(name === first ? 1 : 2);
	try {
		const command = await load();
		if (name !== "replay" && rest.some((arg) => arg === "--help" || arg === "-h")) {
			streams.out(command.help);
			return 0;
		}
		return await command.run(rest, streams);
	} catch (error) {
		return complain(error, streams);
	}
}

function unknownCommand(first: string, args: readonly string[]): CliError | string {
	const group = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
	if (group.length === 0) return new CliError(`There is no command ${JSON.stringify(first)}. See foldback --help.`);
	if (args[1] === "--help" || args[1] === "-h") return `Usage: foldback ${group.join("\n       foldback ")}\n`;
	return new CliError(`foldback ${first} needs one of: ${group.map((name) => name.slice(first.length + 1)).join(", ")}. See foldback --help.`);
}

function complain(error: unknown, { out, err }: CliStreams): number {
	if (typeof error === "string") {
		out(error);
		return 0;
	}
	err(`${error instanceof Error ? error.message : String(error)}\n`);
	if (CliError.isInstance(error)) return error.exitCode;
	if (error instanceof ConfigError) return 2;
	if (!ProblemError.isInstance(error) && error instanceof TypeError) err(`${error.stack}\n`);
	return 1;
}
