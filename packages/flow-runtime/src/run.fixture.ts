import { type Chat, createChat } from "./chat.fixture.ts";
import type { ComponentDefinition } from "./component.ts";
import { defaultComponents } from "./default-components.ts";
import type { JsonObject } from "./json.ts";
import { parseFlow } from "./parse-flow.ts";
import { type ComponentRegistry, createRegistry } from "./registry.ts";
import type { RunContext, RunEvent, RunRequest, RunResult } from "./run-context.ts";
import { runFlow } from "./run-flow.ts";

export const registry = createRegistry(defaultComponents);

/** One of the components that ship, by type. */
export function component(type: string): ComponentDefinition {
	const definition = registry.get(type);
	if (!definition) throw new Error(`No component ${type}.`);
	return definition;
}

export interface TestRun {
	readonly result: RunResult;
	readonly events: readonly RunEvent[];
	readonly chat: Chat;
	readonly afterRun: readonly (() => Promise<unknown>)[];
}

export interface RunOptions extends Partial<RunContext> {
	readonly chat?: Chat;
	/** A host without a database. */
	readonly storeless?: boolean;
	/** Default: the components that ship. */
	readonly registry?: ComponentRegistry;
}

/** Runs a flow against a chat in memory. */
export async function run(json: JsonObject, request: Partial<RunRequest> = {}, options: RunOptions = {}): Promise<TestRun> {
	const { chat = createChat(), storeless = false, registry: components = registry, ...context } = options;
	const events: RunEvent[] = [];
	const afterRun: (() => Promise<unknown>)[] = [];
	let nowMs = 1_764_000_000_000;
	const result = await runFlow(
		parseFlow(json),
		{ flowId: "flow-1", userId: "local", sessionId: "", inputType: "chat", outputType: "chat", outputComponent: "", tweaks: {}, ...request },
		{
			models: { resolve: () => Promise.reject(new Error("This test uses no model.")) },
			...(storeless ? {} : { messages: chat, source: chat }),
			onEvent: (event) => events.push(event),
			afterRun: (task) => afterRun.push(task),
			signal: new AbortController().signal,
			now: () => nowMs++,
			...context,
		},
		components,
	);
	return { result, events, chat, afterRun };
}

export function textOf({ result }: TestRun): string | undefined {
	return result.outputs[0]?.message.text;
}

export function warnings(events: readonly RunEvent[]): readonly string[] {
	return events.flatMap((event) => (event.type === "warning" ? [event.text] : []));
}
