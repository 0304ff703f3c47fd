import type { RunEvent } from "@foldback/flow-runtime";
import { toRunMessage } from "./run-answer.ts";
import type { StreamEvent } from "./run-stream.ts";

type AgentRunEvent = Extract<RunEvent, { type: "agent" }>;

/** One tool call as far as it is known, in Langflow's shape. */
interface Step {
	readonly id: string;
	readonly content: { readonly [key: string]: unknown };
}

/** The answer while it is made. */
interface Draft {
	readonly messageId: string;
	text: string;
	readonly steps: Step[];
}

/**
 * Tells of tool calls while they run, as Langflow does: the coming answer as a partial message, again and again, under the id that it will be stored under.
 * @returns a function of the agent events of one run
 */
export function createToolSteps(flowId: string, now: () => number): (event: AgentRunEvent, sessionId: string) => readonly StreamEvent[] {
	const drafts = new Map<string, Draft>();
	return ({ messageId, shown, event }, sessionId) => {
		if (!shown) return [];
		const draft = drafts.get(messageId) ?? { messageId, text: "", steps: [] };
		drafts.set(messageId, draft);
		if (event.type === "token") draft.text += event.chunk;
		if (event.type !== "tool-started" && event.type !== "tool-finished") return [];
		takeStep(draft, event);
		return [{ event: "add_message", data: toPartialMessage(draft, { flowId, sessionId, timestampMs: now() }) }];
	};
}

function takeStep({ steps }: Draft, event: Extract<AgentRunEvent["event"], { type: "tool-started" | "tool-finished" }>): void {
	const index = steps.findIndex(({ id }) => id === event.id);
	const before = steps[index]?.content ?? {};
	const content =
		event.type === "tool-started"
			? {
					type: "tool_use",
					name: event.name,
					tool_input: event.input,
					output: null,
					error: null,
					duration: 0,
					header: header("Executing", event.name, "Hammer"),
				}
			: {
					...before,
					output: event.error ? null : event.output,
					error: event.error ? event.output : null,
					duration: event.durationMs,
					header: header("Executed", event.name, event.error ? "TriangleAlert" : "Hammer"),
				};
	if (index < 0) steps.push({ id: event.id, content });
	else steps[index] = { id: event.id, content };
}

function header(what: string, name: string, icon: string) {
	return { title: `${what} **${name}**`, icon };
}

function toPartialMessage({ messageId, text, steps }: Draft, given: { readonly flowId: string; readonly sessionId: string; readonly timestampMs: number }) {
	const contents = steps.map(({ content }) => content);
	return toRunMessage(
		{
			id: messageId,
			text,
			sender: "Machine",
			senderName: "AI",
			sessionId: given.sessionId,
			contextId: "",
			files: [],
			timestampMs: given.timestampMs,
			properties: { state: "partial", icon: "Bot" },
			contentBlocks: [{ title: "Agent Steps", contents, allow_markdown: true, media_url: null }],
		},
		given.flowId,
	);
}
