import { existsSync } from "node:fs";
import type { RunEvent } from "@foldback/flow-runtime";
import { localUser } from "../access/authenticate.ts";
import { readConfig } from "../config.ts";
import { findFlow } from "../flows/save-flow.ts";
import { executeRun, type FinishedRun } from "../run/execute-run.ts";
import { lazyEngine } from "../run/lazy-engine.ts";
import { toRunAnswer } from "../run/run-answer.ts";
import { warningsOf } from "../run/run-warnings.ts";
import { CliError } from "./cli-error.ts";
import { type CliStreams, type Command, onlyArgument, parseOptions } from "./command.ts";
import { readFlows } from "./flows-command.ts";
import { hostOptions, hostOptionsHelp, withHost } from "./open-host.ts";
import { createProcessHistory } from "./process-history.ts";

const help = `Usage: foldback run FLOW [--input TEXT]… [--session NAME]

Runs a flow in this process and prints each answer on standard output. No server is needed.
FLOW is an id or endpoint name in the database of the data folder; or a file with an exported flow, which runs without a database:
then the newest messages of this process are all that an Agent remembers.

  --input TEXT        what to say; give it several times for several turns. Without it each line of standard input is a turn.
  --session NAME      session to talk in (default: the flow's own)
  --user NAME         whose flow it is (default: ${localUser})
  --json              print whole answers, one JSON object a line
${hostOptionsHelp}`;

/** What one turn is asked with. */
interface Asking {
	readonly sessionId: string;
	readonly turns: AsyncIterable<string>;
	readonly tell: (run: FinishedRun, flowId: string, warnings: readonly string[]) => void;
}

export const runCommand: Command = {
	help,
	async run(args, streams) {
		const { values, positionals } = parseOptions(args, {
			...hostOptions,
			input: { type: "string", multiple: true },
			session: { type: "string" },
			user: { type: "string" },
			json: { type: "boolean" },
		});
		const flow = onlyArgument(positionals, "FLOW");
		const asking: Asking = {
			sessionId: sessionName(values.session),
			turns: values.input === undefined ? inputLines(streams) : given(values.input),
			tell: (run, flowId, warnings) => tell(streams, { run, flowId, warnings, json: values.json ?? false }),
		};
		if (existsSync(flow)) return runFile(flow, asking, streams);
		// Neither stands in an id or an endpoint name of ours.
		if (/[/\\]|\.json$/i.test(flow))
			throw new CliError(`There is no file ${flow}. Give the path of an exported flow, or the id or endpoint name of a saved one.`, 1);
		return withHost(streams, values, {
			create: false,
			work: async (host) => {
				const found = await findFlow(host, values.user ?? localUser, flow);
				for await (const text of asking.turns) {
					const warnings: string[] = [];
					const input = { input_value: text, session_id: asking.sessionId };
					const onEvent = (event: RunEvent) => void warnings.push(...warningsOf(event));
					asking.tell(await executeRun(host, { flow: found, input, onEvent, ...unwatched }), found.id, warnings);
				}
				return 0;
			},
		});
	},
};

const neverGone = new AbortController().signal;
/** The answer is printed when it is whole. */
const unwatched = { streaming: false, clientGone: neverGone, answered: Promise.resolve() };

/** Runs an exported flow without a database. */
async function runFile(file: string, asking: Asking, { env, err }: CliStreams): Promise<number> {
	const [document, more] = await readFlows(file);
	if (!document || more) throw new CliError(`${file} holds ${more ? "several flows" : "no flow"}; run takes one.`, 1);
	const config = readConfig(env);
	const engine = await lazyEngine(config)();
	const history = createProcessHistory(Date.now);
	err("There is no database in this run: an Agent sees the newest messages of this process, and nothing is kept or summarised.\n");
	const flowId = typeof document.id === "string" && document.id !== "" ? document.id : "flow";
	for await (const text of asking.turns) {
		const warnings: string[] = [];
		const request = { flowId, userId: localUser, sessionId: asking.sessionId, inputValue: text, inputType: "chat", outputType: "chat" } as const;
		const result = await engine.run(
			document,
			{ ...request, outputComponent: "", tweaks: {} },
			{
				messages: history.writer,
				source: history.source,
				variable: async (name) => (Object.hasOwn(config.variables, name) ? config.variables[name] : undefined),
				mcpServers: config.mcpServers,
				onEvent: (event) => void warnings.push(...warningsOf(event)),
				streaming: false,
				afterRun: () => {},
				signal: neverGone,
				now: Date.now,
			},
		);
		asking.tell({ runId: crypto.randomUUID(), result }, flowId, warnings);
	}
	return 0;
}

/** As long as the API allows it. */
function sessionName(given = ""): string {
	if (given.length <= 500) return given;
	throw new CliError(`--session has ${given.length} characters; a session name has at most 500.`);
}

/** Lines of standard input that hold something. @throws CliError when there is none. */
async function* inputLines({ lines }: CliStreams): AsyncGenerator<string> {
	let said = false;
	for await (const line of lines()) {
		if (line.trim() === "") continue;
		said = true;
		yield line;
	}
	if (!said) throw new CliError("There is nothing to say: give --input TEXT, or lines on standard input. See --help.");
}

async function* given(inputs: readonly string[]): AsyncGenerator<string> {
	yield* inputs;
}

function tell(
	{ out, err }: CliStreams,
	{ run, flowId, warnings, json }: { readonly run: FinishedRun; readonly flowId: string; readonly warnings: readonly string[]; readonly json: boolean },
): void {
	for (const warning of new Set(warnings)) err(`Warning: ${warning}\n`);
	if (json) out(`${JSON.stringify(toRunAnswer(run, flowId, warnings))}\n`);
	else for (const { message } of run.result.outputs) out(`${message.text}\n`);
}
