import { parseArgs } from "node:util";
import { ReplayError } from "./replay-error.ts";

/** How a replay is asked for. */
export interface ReplayOptions {
	readonly file: string;
	/** Base URL of a running host; undefined: the replay starts its own. */
	readonly host: string | undefined;
	/** Port of the recorded endpoint; 0 for any free one. */
	readonly endpointPort: number;
	/** Only the session of this name. */
	readonly session: string | undefined;
	/** Turns of each session at most. */
	readonly limit: number;
	/** The Agent's recent window, in messages. */
	readonly recentMessages: number;
	readonly foldTiming: "inline" | "background" | undefined;
	readonly pinnedKeys: readonly string[];
	/** Sessions at a time. */
	readonly jobs: number;
	readonly json: boolean;
}

export const help = `Usage: pnpm replay FILE [options]

Sends recorded conversations through a host, turn by turn, and measures what reaches the model.
FILE is JSON Lines, one session a line: {"session": "name", "messages": [{"role": "user", "content": "…"}, …]}.
The recorded answers come from an OpenAI-compatible endpoint that the replay starts on loopback; folds use the offline model.

  --session NAME     only this session
  --limit N          at most N turns of each session
  --n-messages N     recent window of the Agent, in messages (default 10)
  --pinned KEY       pinned key, "name" or "name: description"; may be repeated
  --fold-timing T    inline or background (default: the host's)
  --jobs N           sessions at a time (default 1)
  --json             one JSON object a line instead of text
  --host URL         use this running host instead of starting one; start it with
                     OPENAI_BASE_URL=http://127.0.0.1:4517/v1 OPENAI_API_KEY=replay
  --endpoint-port P  another port than 4517 for the endpoint, with --host
  --help             this text

Exit code: 0 all turns covered, 1 a turn failed or messages were lost between memory and window, 2 bad usage.
`;

/** Default port of the recorded endpoint when the host is not started by the replay: the host must be configured before. */
const fixedEndpointPort = 4517;

/**
 * Reads the command line.
 * @returns `help` when it was asked for.
 * @throws ReplayError naming the option and its value.
 */
export function parseOptions(args: readonly string[]): ReplayOptions | "help" {
	const { values, positionals } = parse(args);
	if (values.help) return "help";
	const [file, ...more] = positionals;
	if (file === undefined) throw new ReplayError("No file given. Usage: pnpm replay FILE [options]; see --help.");
	if (more.length > 0) throw new ReplayError(`One file at a time: ${JSON.stringify(more[0])} is one too many. Names with spaces need quotes.`);
	if (values.host !== undefined && values["fold-timing"] !== undefined) {
		throw new ReplayError(
			"--fold-timing is configuration of the host and cannot be given together with --host. Set FOLDBACK_FOLD_TIMING where the host is started.",
		);
	}
	return {
		file,
		host: hostUrl(values.host),
		endpointPort: wholeNumber("--endpoint-port", values["endpoint-port"], values.host === undefined ? 0 : fixedEndpointPort),
		session: values.session,
		limit: wholeNumber("--limit", values.limit, Number.MAX_SAFE_INTEGER),
		recentMessages: wholeNumber("--n-messages", values["n-messages"], 10),
		foldTiming: timing(values["fold-timing"]),
		pinnedKeys: values.pinned ?? [],
		jobs: wholeNumber("--jobs", values.jobs, 1),
		json: values.json ?? false,
	};
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				session: { type: "string" },
				limit: { type: "string" },
				"n-messages": { type: "string" },
				pinned: { type: "string", multiple: true },
				"fold-timing": { type: "string" },
				jobs: { type: "string" },
				json: { type: "boolean" },
				host: { type: "string" },
				"endpoint-port": { type: "string" },
				help: { type: "boolean", short: "h" },
			},
		});
	} catch (error) {
		throw new ReplayError(`${error instanceof Error ? error.message : String(error)} See --help.`, { cause: error });
	}
}

function wholeNumber(option: string, value: string | undefined, fallback: number): number {
	if (value === undefined) return fallback;
	const number = Number(value);
	if (/^\d+$/.test(value) && number >= 1 && Number.isSafeInteger(number)) return number;
	throw new ReplayError(`${option} must be a whole number of at least 1, not ${JSON.stringify(value)}.`);
}

function timing(value: string | undefined): ReplayOptions["foldTiming"] {
	if (value === undefined || value === "inline" || value === "background") return value;
	throw new ReplayError(`--fold-timing must be inline or background, not ${JSON.stringify(value)}.`);
}

function hostUrl(value: string | undefined): string | undefined {
	if (value === undefined) return undefined;
	const url = URL.parse(value);
	if (url && (url.protocol === "http:" || url.protocol === "https:")) return url.origin;
	throw new ReplayError(`--host must be an http address such as http://127.0.0.1:7860, not ${JSON.stringify(value)}.`);
}
