import type { RunEvent } from "@foldback/flow-runtime";
import type { CompressorEvent, SessionCompressor } from "@foldback/session-compressor";
import type { RunRecord } from "@foldback/session-store";
import type { TurnTracker } from "../run/turn-tracker.ts";
import type { CallerTrace } from "./caller-trace.ts";

/**
 * Traces and metrics of a host. Codes, counts and times: no text of a chat, no session, context or user; ids of run, flow and node stand in spans and never
 * in the labels of a metric.
 */
export interface Telemetry {
	/** A run begins. */
	turn(run: TurnStart): TurnTelemetry;
	/** What the compressor tells; belongs to the run that it happens in or was left by. */
	seeCompressor(event: CompressorEvent): void;
	/** The same compressor, whose recalls are timed. */
	timed(compressor: SessionCompressor): SessionCompressor;
	/** From now on metrics tell how much runs. */
	watch(turns: Pick<TurnTracker, "running" | "runningTurns">): void;
	/** The metrics as Prometheus reads them; undefined when that is not configured. */
	readonly scrape: (() => Promise<string>) | undefined;
	/** Sends what was not sent yet, and ends. Takes a few seconds at most, and never throws. */
	close(): Promise<void>;
}

export interface TurnStart {
	readonly runId: string;
	readonly flowId: string;
	/** Absent, or not to be read: the run is a trace of its own. */
	readonly caller?: CallerTrace | undefined;
}

/** One run as it is followed. */
export interface TurnTelemetry {
	/** Does something as part of the run. */
	within<Result>(task: () => Result): Result;
	see(event: RunEvent): void;
	end(ending: Pick<RunRecord, "status" | "code">): void;
}
