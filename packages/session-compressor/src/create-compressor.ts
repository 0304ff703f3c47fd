import { applyOverride } from "./apply-override.ts";
import { catchUp } from "./catch-up.ts";
import type { CompressorOptions, FoldOutcome, SessionCompressor, TurnOptions } from "./compressor.ts";
import { hasStore } from "./engine.ts";
import { createFlights } from "./flights.ts";
import { readStatus } from "./read-status.ts";
import { rebuild } from "./rebuild.ts";
import { recall } from "./recall.ts";
import { resolveEngine, resolveTurn } from "./resolve-engine.ts";
import type { SessionScope } from "./scope.ts";

/**
 * Makes a compressor for all scopes of a process.
 * @throws ConfigurationError naming the option that is wrong; the same holds for each call's own options.
 */
export function createSessionCompressor(options: CompressorOptions): SessionCompressor {
	const engine = resolveEngine(options);
	const flights = createFlights();

	/** Joins folding of the wanted kind, waits for any other, then starts. */
	async function run(kind: "fold" | "rebuild", scope: SessionScope, turnOptions?: TurnOptions): Promise<FoldOutcome> {
		const turn = resolveTurn(engine, turnOptions);
		if (!hasStore(engine)) {
			engine.emit({ scope, type: "no-store" });
			return { outcome: "no-store" };
		}
		for (let running = flights.running(scope); running; running = flights.running(scope)) {
			if (running.kind === "rebuild" || running.kind === kind) return await running.done;
			await Promise.allSettled([running.done]);
		}
		const work = kind === "fold" ? catchUp : rebuild;
		return await flights.startLoop(scope, kind, (onStep) => work(engine, scope, turn, onStep));
	}

	return {
		recall: async (scope, recallOptions) => await recall(engine, flights, scope, resolveTurn(engine, recallOptions)),
		fold: (scope, turnOptions) => run("fold", scope, turnOptions),
		rebuild: (scope, turnOptions) => run("rebuild", scope, turnOptions),
		override: (scope, changes, expected) => applyOverride(engine, scope, changes, expected),
		status: async (scope, turnOptions) => await readStatus(engine, scope, resolveTurn(engine, turnOptions)),
		settled: () => flights.settled(),
	};
}
