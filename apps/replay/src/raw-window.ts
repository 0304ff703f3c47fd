import { measurePrompt, type PromptMessage, type PromptSize } from "./prompt.ts";
import type { TokenCounter } from "./token-count.ts";
import type { RecordedTurn } from "./turns.ts";

/**
 * What the same conversation costs when the newest `limit` messages are sent raw before each input: same system prompt, same counter.
 * @param systemPrompt the system message of the real calls; undefined when they had none.
 * @returns one size a turn.
 */
export function measureRawWindow(
	turns: readonly RecordedTurn[],
	limit: number,
	systemPrompt: PromptMessage | undefined,
	countTokens: TokenCounter,
): readonly PromptSize[] {
	const history: PromptMessage[] = [];
	let previous: readonly PromptMessage[] | undefined;
	return turns.map(({ input, answer }) => {
		const window = limit === 0 ? [] : history.slice(-limit);
		const prompt = [...(systemPrompt ? [systemPrompt] : []), ...window, { role: "user", text: input }];
		const size = measurePrompt(prompt, previous, countTokens);
		previous = prompt;
		history.push({ role: "user", text: input }, { role: "assistant", text: answer });
		return size;
	});
}
