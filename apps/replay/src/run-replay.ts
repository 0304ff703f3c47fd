import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Conversation, readConversations } from "./conversation.ts";
import { startHostProcess } from "./host-process.ts";
import { help, parseOptions, type ReplayOptions } from "./options.ts";
import { createProgress } from "./progress.ts";
import { startRecordedEndpoint } from "./recorded-endpoint.ts";
import { replay } from "./replay.ts";
import { ReplayError } from "./replay-error.ts";
import { totalsText, turnHeader, turnLine } from "./report-text.ts";
import { createTokenCounter } from "./token-count.ts";
import { totalsOf } from "./totals.ts";
import type { SessionReport, TurnReport } from "./turn-report.ts";
import { turnsOf } from "./turns.ts";

/**
 * The command `pnpm replay`.
 * @returns the exit code: 0 all covered, 1 something went wrong in the replay, 2 bad usage.
 */
export async function runReplay(args: readonly string[]): Promise<number> {
	let ready: { readonly options: ReplayOptions; readonly conversations: readonly Conversation[] };
	try {
		const options = parseOptions(args);
		if (options === "help") {
			process.stdout.write(help);
			return 0;
		}
		ready = { options, conversations: choose(await readConversations(options.file), options) };
	} catch (error) {
		return complain(error, 2);
	}
	try {
		return await runWithEndpoint(ready.options, ready.conversations);
	} catch (error) {
		return complain(error, 1);
	}
}

function complain(error: unknown, exitCode: number): number {
	if (!ReplayError.isInstance(error)) throw error;
	process.stderr.write(`${error.message}\n`);
	return exitCode;
}

function choose(conversations: readonly Conversation[], { session, file }: ReplayOptions): readonly Conversation[] {
	if (session === undefined) return conversations;
	const chosen = conversations.filter((conversation) => conversation.session === session);
	if (chosen.length > 0) return chosen;
	const names = conversations.map((conversation) => JSON.stringify(conversation.session)).join(", ");
	throw new ReplayError(`${file} has no session ${JSON.stringify(session)}. It has ${names}.`);
}

async function runWithEndpoint(options: ReplayOptions, conversations: readonly Conversation[]): Promise<number> {
	const countTokens = createTokenCounter();
	const endpoint = await startRecordedEndpoint(options.endpointPort, countTokens);
	try {
		return await withHost(options, endpoint.url, async (hostUrl) => {
			const output = createOutput(options, conversations);
			const { limit, recentMessages, pinnedKeys, jobs } = options;
			try {
				const sessions = await replay({ hostUrl, endpoint, conversations, limit, recentMessages, pinnedKeys, jobs, countTokens, onTurn: output.turn });
				output.end(sessions);
				return sessions.some(({ turns }) => turns.some(({ violations }) => violations.length > 0)) ? 1 : 0;
			} finally {
				output.stop();
			}
		});
	} finally {
		await endpoint.close();
	}
}

/** Runs the work with the host that was named, or with one of its own in a folder that is removed. */
async function withHost(options: ReplayOptions, endpointUrl: string, work: (hostUrl: string) => Promise<number>): Promise<number> {
	if (options.host !== undefined) return await work(options.host);
	const dataDir = await mkdtemp(join(tmpdir(), "foldback-replay-"));
	try {
		const timing = options.foldTiming === undefined ? {} : { FOLDBACK_FOLD_TIMING: options.foldTiming };
		const host = await startHostProcess({ dataDir, env: { OPENAI_BASE_URL: endpointUrl, OPENAI_API_KEY: "replay", ...timing } });
		// Ending the host ends the replay, which then cleans up as after any other failure.
		const stop = () => void host.stop();
		process.once("SIGINT", stop);
		try {
			return await work(host.url);
		} catch (error) {
			if (!ReplayError.isInstance(error)) throw error;
			throw new ReplayError(`${error.message}\nThe host printed:\n${host.output().trim().split("\n").slice(-10).join("\n")}`, { cause: error });
		} finally {
			process.off("SIGINT", stop);
			await host.stop();
		}
	} finally {
		await rm(dataDir, { recursive: true, force: true });
	}
}

function createOutput(options: ReplayOptions, conversations: readonly Conversation[]) {
	const total = conversations.reduce((sum, { messages }) => sum + Math.min(options.limit, turnsOf(messages).length), 0);
	const progress = createProgress(total, !options.json);
	const json = (type: string, value: object) => progress.line(JSON.stringify({ type, ...value }));
	if (!options.json) progress.line(turnHeader);
	return {
		turn(turn: TurnReport) {
			if (options.json) json("turn", turn);
			else progress.line(turnLine(turn));
			progress.advance(turn.session);
		},
		end(sessions: readonly SessionReport[]) {
			progress.stop();
			const costs = totalsOf(sessions);
			if (options.json) for (const cost of costs) json("total", cost);
			else process.stdout.write(`\n${totalsText(costs)}\n`);
		},
		stop: () => progress.stop(),
	};
}
