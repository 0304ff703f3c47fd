import type { MessageSource, SessionCompressor } from "@foldback/session-compressor";
import type { AgentContext, AgentEvent } from "./agent-context.ts";
import type { FileReader } from "./file-reader.ts";
import { createModelProvider, type ModelProviderOptions } from "./model-provider.ts";

export interface TestContext {
	readonly context: AgentContext;
	readonly events: AgentEvent[];
	/** Work registered for after the run. */
	readonly tasks: (() => Promise<unknown>)[];
	readonly abort: AbortController;
}

export interface TestContextOptions extends ModelProviderOptions {
	readonly source?: MessageSource;
	readonly compressor?: SessionCompressor;
	readonly files?: FileReader;
	readonly streaming?: boolean;
	readonly onEvent?: (event: AgentEvent) => void;
}

export const testScope = { flowId: "flow", userId: "user", sessionId: "session", contextId: "" } as const;

/** A run's context as a host would give it, with everything recorded; its clock stands still at 2026-11-30T12:00Z. */
export function testContext({ source, compressor, files, streaming, onEvent, ...models }: TestContextOptions = {}): TestContext {
	const events: AgentEvent[] = [];
	const tasks: (() => Promise<unknown>)[] = [];
	const abort = new AbortController();
	const context: AgentContext = {
		scope: testScope,
		models: createModelProvider(models),
		...(source === undefined ? {} : { source }),
		...(compressor === undefined ? {} : { compressor }),
		...(files === undefined ? {} : { files }),
		...(streaming === undefined ? {} : { streaming }),
		afterRun: (task) => tasks.push(task),
		emit: (event) => {
			events.push(event);
			onEvent?.(event);
		},
		signal: abort.signal,
		now: () => Date.UTC(2026, 10, 30, 12),
	};
	return { context, events, tasks, abort };
}
