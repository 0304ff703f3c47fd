/** How an Agent reads its history. */
export interface SavingPlan {
	/** Newest messages that a call carries now, without folding. */
	readonly windowBefore: number;
	/** Recent window with folding. */
	readonly recentWindow: number;
	/** Tokens of the summary message once something is folded. */
	readonly summaryTokens: number;
	/** Messages that make a fold due. */
	readonly foldThreshold?: number;
}

/** History tokens of a whole session, added up over its model calls. Estimates. */
export interface Saving {
	readonly calls: number;
	readonly tokensBefore: number;
	/** With folding, the folds' own calls included. */
	readonly tokensAfter: number;
	readonly folds: number;
	/** Part of `tokensBefore` that is not spent; negative when folding would cost more. */
	readonly savedShare: number;
}

/** Tokens of a fold's instructions beside the batch and the summary so far. */
const foldInstructionTokens = 600;

/**
 * Goes through an existing session turn by turn: what each model call carried of the history, and what it would have carried with folding on.
 * @param messages tokens of each message in order, and whether it is the user's.
 */
export function estimateSaving(
	messages: readonly { readonly tokens: number; readonly fromUser: boolean }[],
	{ windowBefore, recentWindow, summaryTokens, foldThreshold = 20 }: SavingPlan,
): Saving {
	const upTo = [0];
	for (const { tokens } of messages) upTo.push((upTo.at(-1) ?? 0) + tokens);
	const sum = (from: number, to: number) => (upTo[to] ?? 0) - (upTo[Math.max(0, from)] ?? 0);
	let [absorbed, folds, calls, tokensBefore, tokensAfter] = [0, 0, 0, 0, 0];
	messages.forEach(({ fromUser }, index) => {
		if (!fromUser) return;
		calls += 1;
		tokensBefore += sum(index - windowBefore, index);
		tokensAfter += sum(Math.min(absorbed, Math.max(0, index - recentWindow)), index) + (absorbed > 0 ? summaryTokens : 0);
		// The fold comes after the turn: with the answer there is one message more to keep.
		const backlogEnd = Math.max(0, Math.min(index + 2, messages.length) - recentWindow);
		if (backlogEnd - absorbed < foldThreshold) return;
		tokensAfter += sum(absorbed, backlogEnd) + foldInstructionTokens + (absorbed > 0 ? summaryTokens : 0);
		absorbed = backlogEnd;
		folds += 1;
	});
	return { calls, tokensBefore, tokensAfter, folds, savedShare: tokensBefore === 0 ? 0 : 1 - tokensAfter / tokensBefore };
}
