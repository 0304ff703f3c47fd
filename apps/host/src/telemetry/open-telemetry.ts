import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import type { Telemetry } from "./telemetry.ts";

/** Loads the telemetry when the configuration asks for any: a host without it pays neither time nor memory. */
export async function openTelemetry({ telemetry }: Pick<Config, "telemetry">, log: Logger): Promise<Telemetry | undefined> {
	if (!telemetry.traces && !telemetry.metrics && !telemetry.prometheus) return undefined;
	const { createTelemetry } = await import("./create-telemetry.ts");
	return await createTelemetry(telemetry, log);
}
