import { type CompressorOptions, createSessionCompressor, type MessageSource, type SessionCompressor } from "@foldback/session-compressor";
import { createMemoryStateStore, createMessageLog, type MessageLog, type MessageRow } from "@foldback/session-compressor/memory";
import { createManualClock, createScriptedSummarizer } from "@foldback/session-compressor/testing";
import { testScope } from "./test-context.fixture.ts";

/** A stored session with the real compressor over the reference store. */
export interface TestSession {
	readonly log: MessageLog;
	/** The rows' source; `queries` counts what is asked of it and of the state store. */
	readonly source: MessageSource;
	readonly compressor: SessionCompressor;
	readonly store: ReturnType<typeof createMemoryStateStore>;
	queries(): number;
	/** Appends messages by user and assistant in turn. */
	say(...texts: string[]): MessageRow[];
}

/** N messages are folded from 4 on, by a scripted summarizer unless the agent brings its own. */
export function testSession(options: Partial<CompressorOptions> = {}): TestSession {
	const clock = createManualClock(Date.UTC(2026, 10, 30, 11));
	const log = createMessageLog({ now: clock.now });
	const store = createMemoryStateStore({ log, now: clock.now });
	let queries = 0;
	const counted = <Args extends unknown[], Result>(query: (...args: Args) => Result) => {
		return (...args: Args): Result => {
			queries += 1;
			return query(...args);
		};
	};
	const source: MessageSource = { newest: counted(log.source.newest), after: counted(log.source.after), count: counted(log.source.count) };
	const { summarizer } = createScriptedSummarizer();
	const watched = { ...store, load: counted(store.load) };
	const compressor = createSessionCompressor({
		source,
		store: watched,
		summarizer,
		clock,
		foldThreshold: 4,
		maxBatch: 20,
		foldTiming: "background",
		...options,
	});
	let said = 0;
	return {
		log,
		source,
		compressor,
		store,
		queries: () => queries,
		say: (...texts) =>
			texts.map((text) => {
				said += 1;
				return log.append({ ...testScope, id: `m${said}`, role: said % 2 === 1 ? "user" : "assistant", text });
			}),
	};
}
