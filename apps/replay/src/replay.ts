import { agentFlow, modelTweaks } from "./agent-flow.ts";
import type { Conversation } from "./conversation.ts";
import { createHostClient } from "./host-client.ts";
import type { RecordedEndpoint } from "./recorded-endpoint.ts";
import type { ReplayContext } from "./replay-context.ts";
import { replaySession } from "./replay-session.ts";
import type { SessionPlan } from "./session-plan.ts";
import type { TokenCounter } from "./token-count.ts";
import type { SessionReport, TurnReport } from "./turn-report.ts";
import { turnsOf } from "./turns.ts";

export interface ReplaySettings {
	/** A running host whose OpenAI endpoint is `endpoint`. */
	readonly hostUrl: string;
	readonly endpoint: RecordedEndpoint;
	readonly conversations: readonly Conversation[];
	/** Turns of each session at most. */
	readonly limit: number;
	readonly recentMessages: number;
	readonly pinnedKeys: readonly string[];
	/** Sessions at a time. */
	readonly jobs: number;
	readonly countTokens: TokenCounter;
	readonly onTurn: (turn: TurnReport) => void;
}

/**
 * Sends conversations through a host in a flow of their own, which is removed at the end.
 * @returns one report a session, in the order of the conversations.
 * @throws ReplayError when the host cannot be reached, a turn fails, or the model is not called as expected.
 */
export async function replay(settings: ReplaySettings): Promise<readonly SessionReport[]> {
	const host = createHostClient(settings.hostUrl);
	const flowId = await host.createFlow(agentFlow(`Replay ${new Date().toISOString()}`, settings));
	const { endpoint, recentMessages, countTokens, onTurn } = settings;
	const context: ReplayContext = { host, endpoint, flowId, recentMessages, tweaks: modelTweaks, countTokens, onTurn };
	try {
		return await inParallel(plansOf(settings), settings.jobs, (plan) => replaySession(plan, context));
	} finally {
		await host.deleteFlow(flowId);
	}
}

function plansOf({ conversations, limit }: ReplaySettings): readonly SessionPlan[] {
	return conversations.map(({ session, messages }, index) => ({
		session,
		sessionId: session,
		modelName: `recorded-${index + 1}`,
		turns: turnsOf(messages).slice(0, limit),
	}));
}

/** Runs the work for all items, so many at a time; the first failure stops what has not begun, and is thrown once the rest has ended. */
async function inParallel<Item, Result>(items: readonly Item[], jobs: number, work: (item: Item) => Promise<Result>): Promise<readonly Result[]> {
	const results = new Map<number, Result>();
	const queue = [...items.entries()];
	const lane = async () => {
		for (let next = queue.shift(); next; next = queue.shift()) {
			const [index, item] = next;
			try {
				results.set(index, await work(item));
			} catch (error) {
				queue.length = 0;
				throw error;
			}
		}
	};
	const lanes = await Promise.allSettled(Array.from({ length: Math.min(jobs, items.length) }, lane));
	const failed = lanes.find((result) => result.status === "rejected");
	if (failed) throw failed.reason;
	return items.flatMap((_, index) => {
		const result = results.get(index);
		return result === undefined ? [] : [result];
	});
}
