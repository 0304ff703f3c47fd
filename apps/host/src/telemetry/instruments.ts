import type { Meter } from "@opentelemetry/api";
import type { TurnTracker } from "../run/turn-tracker.ts";

/** What is measured. Durations are in seconds, as OpenTelemetry has them. */
export type Instruments = ReturnType<typeof createInstruments>;

const quick = [0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];
/** As the conventions for generative AI advise. */
const slow = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const tokens = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864];

export function createInstruments(meter: Meter) {
	const seconds = (name: string, description: string, explicitBucketBoundaries: number[]) =>
		meter.createHistogram(name, { description, unit: "s", advice: { explicitBucketBoundaries } });
	return {
		turn: seconds("foldback.turn.duration", "Runs of flows, by outcome", slow),
		recall: seconds("foldback.recall.duration", "Recalls of a session's memory, folds that they waited for included", quick),
		fold: seconds("foldback.fold.duration", "Folds, by outcome", slow),
		foldedMessages: meter.createCounter("foldback.fold.messages", { description: "Messages that saved folds absorbed", unit: "{message}" }),
		memoryEvents: meter.createCounter("foldback.memory.events", { description: "What a memory's owner should know of, by type", unit: "{event}" }),
		modelCall: seconds("gen_ai.client.operation.duration", "Calls of models; failed ones have an error.type", slow),
		modelTokens: meter.createHistogram("gen_ai.client.token.usage", {
			description: "Tokens as the model's provider counted them",
			unit: "{token}",
			advice: { explicitBucketBoundaries: tokens },
		}),
	};
}

/** How much runs right now. */
export function watchTurns(meter: Meter, turns: Pick<TurnTracker, "running" | "runningTurns">): void {
	meter
		.createObservableGauge("foldback.turn.active", { description: "Runs that are under way", unit: "{run}" })
		.addCallback((result) => result.observe(turns.runningTurns));
	meter
		.createObservableGauge("foldback.task.active", { description: "Background work that runs have left, such as folds", unit: "{task}" })
		.addCallback((result) => result.observe(turns.running - turns.runningTurns));
}

/** What tells that a process has too much to do. */
export function watchProcess(meter: Meter): void {
	let last = performance.eventLoopUtilization();
	meter
		.createObservableGauge("nodejs.eventloop.utilization", { description: "Share of the time since the last look in which the event loop was busy", unit: "1" })
		.addCallback((result) => {
			const now = performance.eventLoopUtilization();
			result.observe(performance.eventLoopUtilization(now, last).utilization);
			last = now;
		});
	meter
		.createObservableGauge("process.memory.usage", { description: "Resident memory", unit: "By" })
		.addCallback((result) => result.observe(process.memoryUsage.rss()));
}
