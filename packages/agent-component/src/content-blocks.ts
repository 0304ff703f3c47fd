/** One call of a tool, as it ended. */
interface ToolStep {
	readonly id: string;
	readonly name: string;
	readonly input: unknown;
	readonly output: string;
	readonly error: boolean;
	readonly durationMs: number;
}

/** What the model said beside its calls of tools, which follow. */
interface SaidWords {
	readonly words: string;
}

/** What happened in a turn before its answer, in order. */
export type TurnStep = ToolStep | SaidWords;

/** A block of a chat message in Langflow's shape. */
export interface ContentBlock {
	readonly title: string;
	readonly contents: readonly (ToolContent | TextContent)[];
	readonly allow_markdown: boolean;
	readonly media_url: null;
}

/** One tool step in Langflow's shape; `duration` in milliseconds. */
export interface ToolContent {
	readonly type: "tool_use";
	readonly name: string;
	readonly tool_input: unknown;
	readonly output: string | null;
	readonly error: string | null;
	readonly duration: number;
	readonly header: { readonly title: string; readonly icon: string };
}

/** Words of the model in Langflow's shape. */
interface TextContent {
	readonly type: "text";
	readonly text: string;
	readonly duration: number;
	readonly header: { readonly title: string; readonly icon: string };
}

/** @returns the steps of a turn as one block; none when no tool was called. */
export function contentBlocks(steps: readonly TurnStep[]): readonly ContentBlock[] {
	return steps.length === 0 ? [] : [{ title: "Agent Steps", contents: steps.map(toContent), allow_markdown: true, media_url: null }];
}

function toContent(step: TurnStep): ToolContent | TextContent {
	if ("words" in step) return { type: "text", text: step.words, duration: 0, header: { title: "Said", icon: "MessageSquare" } };
	const { name, input, output, error, durationMs } = step;
	return {
		type: "tool_use",
		name,
		tool_input: input,
		output: error ? null : output,
		error: error ? output : null,
		duration: durationMs,
		header: { title: `Executed **${name}**`, icon: error ? "TriangleAlert" : "Hammer" },
	};
}
