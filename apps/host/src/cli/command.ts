import { type ParseArgsConfig, parseArgs } from "node:util";
import { CliError } from "./cli-error.ts";

/** What a command talks to. */
export interface CliStreams {
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Writes to standard output. */
	readonly out: (text: string) => void;
	/** Writes to standard error. */
	readonly err: (text: string) => void;
	/** Whether standard error is a terminal, where a line may be drawn anew. */
	readonly isTerminal?: boolean;
	/** Lines of standard input. */
	readonly lines: () => AsyncIterable<string>;
}

/** One command: `help` is printed by `--help`; `run` gives the exit code. */
export interface Command {
	readonly help: string;
	readonly run: (args: readonly string[], streams: CliStreams) => Promise<number>;
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Reads a command's options. @throws CliError that names the option. */
export function parseOptions<const Wanted extends Options>(args: readonly string[], options: Wanted) {
	try {
		return parseArgs({ args: [...args], options, allowPositionals: true });
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new CliError(`${reason.replace(/[.\s]*$/, ".")} See --help.`, 2, { cause: error });
	}
}

/** @returns the only positional argument. @throws CliError when there is none, or more than one. */
export function onlyArgument(positionals: readonly string[], name: string): string {
	const [first, more] = positionals;
	if (first === undefined) throw new CliError(`${name} is missing. See --help.`);
	if (more !== undefined) throw new CliError(`One ${name} at a time: ${JSON.stringify(more)} is one too many. Texts with spaces need quotes.`);
	return first;
}
