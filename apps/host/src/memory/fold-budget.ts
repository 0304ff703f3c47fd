import {
	estimateTokens,
	type FoldReply,
	type FoldRequest,
	type SessionCompressor,
	type Summarizer,
	SummarizerError,
	type TurnOptions,
} from "@foldback/session-compressor";
import type { SpendStore } from "@foldback/session-store";

export interface FoldBudgetOptions {
	readonly spend: SpendStore;
	/** Tokens, sent and received, that one user's folds may cost on one day (UTC). */
	readonly tokensPerDay: number;
	/** Who folds when a turn names nobody. */
	readonly summarizer: Summarizer;
	/** Epoch milliseconds. */
	readonly now: () => number;
}

/**
 * A compressor whose folds stop for the day when a user's budget is spent. The refusal counts as a full queue: nothing is lost, the newest messages go on
 * being sent, and folding goes on the next day. The call that exceeds the budget is still made; the next one is not.
 */
export function withFoldBudget(compressor: SessionCompressor, options: FoldBudgetOptions): SessionCompressor {
	const limited = <Turn extends TurnOptions>(userId: string, turn: Turn | undefined): Turn => {
		const summarizer = limitedSummarizer(turn?.summarizer ?? options.summarizer, userId, options);
		// The turn's own options with one of them replaced.
		return { ...turn, summarizer } as Turn;
	};
	return {
		...compressor,
		recall: (scope, turn) => compressor.recall(scope, limited(scope.userId, turn)),
		fold: (scope, turn) => compressor.fold(scope, limited(scope.userId, turn)),
		rebuild: (scope, turn) => compressor.rebuild(scope, limited(scope.userId, turn)),
	};
}

function limitedSummarizer(summarizer: Summarizer, userId: string, { spend, tokensPerDay, now }: FoldBudgetOptions): Summarizer {
	return async (request, call) => {
		const day = new Date(now()).toISOString().slice(0, 10);
		if ((await spend.get(userId, day)) >= tokensPerDay) {
			throw new SummarizerError(
				"rate-limited",
				`The daily budget of ${tokensPerDay} fold tokens is spent (FOLDBACK_FOLD_TOKEN_BUDGET). Folding goes on tomorrow.`,
			);
		}
		const reply = await summarizer(request, call);
		await spend.add(userId, day, tokensOf(request, reply));
		return reply;
	};
}

/** As the provider counted them, otherwise as estimated. */
function tokensOf(request: FoldRequest, { usage, text }: FoldReply): number {
	const sent = usage?.inputTokens ?? estimateTokens(request.system) + estimateTokens(request.user);
	return sent + (usage?.outputTokens ?? estimateTokens(text));
}
