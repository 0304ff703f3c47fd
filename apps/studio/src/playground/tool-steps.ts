/** One call of a tool, as a message keeps it. */
export interface ToolStep {
	readonly name: string;
	/** What the model said before it; mostly nothing. */
	readonly said: string;
	/** JSON, indented. */
	readonly input: string;
	readonly output: string;
	readonly failed: boolean;
	/** It has not ended yet. */
	readonly running: boolean;
	/** Milliseconds; undefined when it was not measured. */
	readonly durationMs: number | undefined;
}

/** The tool steps in a message's content blocks; blocks of other kinds are left out. */
export function toolSteps(blocks: readonly unknown[]): readonly ToolStep[] {
	const contents: readonly unknown[] = blocks.flatMap((block) => (isRecord(block) && Array.isArray(block.contents) ? block.contents : []));
	return contents.flatMap((content, index) => toStep(content, contents[index - 1]));
}

function toStep(content: unknown, before: unknown): readonly ToolStep[] {
	if (!isRecord(content) || content.type !== "tool_use") return [];
	const failed = content.error !== null && content.error !== undefined;
	return [
		{
			name: typeof content.name === "string" ? content.name : "Tool",
			said: isRecord(before) && before.type === "text" ? asText(before.text) : "",
			input: asText(content.tool_input),
			output: asText(failed ? content.error : content.output),
			failed,
			running: !failed && (content.output === null || content.output === undefined),
			durationMs: typeof content.duration === "number" ? content.duration : undefined,
		},
	];
}

function asText(value: unknown): string {
	if (typeof value === "string") return value;
	return value === undefined || value === null ? "" : JSON.stringify(value, undefined, 2);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null;
}
