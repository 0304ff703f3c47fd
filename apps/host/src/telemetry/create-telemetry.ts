import { AsyncLocalStorage } from "node:async_hooks";
import type { Config } from "../config.ts";
import { offlineModel } from "../config.ts";
import type { Logger } from "../log.ts";
import { hostVersion } from "../version.ts";
import { followCompressor } from "./follow-compressor.ts";
import { followTurn } from "./follow-turn.ts";
import { createInstruments, watchProcess, watchTurns } from "./instruments.ts";
import { openProviders } from "./providers.ts";
import type { Place, Tools } from "./spans.ts";
import type { Telemetry } from "./telemetry.ts";

const scopeName = "foldback";

/** Telemetry over the OpenTelemetry SDK. The exporters read the standard variables (`OTEL_EXPORTER_OTLP_…`) themselves. */
export async function createTelemetry(config: Config["telemetry"], log: Logger): Promise<Telemetry> {
	const { tracerProvider, meterProvider, scrape } = await openProviders(config, log);
	const meter = meterProvider.getMeter(scopeName, hostVersion);
	watchProcess(meter);
	const tools: Tools = { tracer: tracerProvider.getTracer(scopeName, hostVersion), instruments: createInstruments(meter), labels: modelLabels() };
	const current = new AsyncLocalStorage<Place>();
	return {
		turn: (run) => followTurn(run, tools, current),
		...followCompressor(tools, current),
		watch: (turns) => watchTurns(meter, turns),
		scrape,
		async close() {
			const timeoutMs = 3_000;
			const late = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
			await Promise.race([Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()]), late]);
		},
	};
}

/** Model names come from flows and requests, so a metric knows a limited number of them. */
const maxModels = 50;

/** @returns the labels of a model's calls, named as the conventions for generative AI have them. */
function modelLabels(): Tools["labels"] {
	const known = new Set<string>();
	return (name) => {
		const model = name.slice(0, 100);
		if (known.size < maxModels) known.add(model);
		return {
			"gen_ai.operation.name": "chat",
			"gen_ai.provider.name": model === offlineModel ? "foldback" : "openai",
			"gen_ai.request.model": known.has(model) ? model : "other",
		};
	};
}
