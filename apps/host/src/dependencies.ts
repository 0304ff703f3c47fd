import type { SessionCompressor } from "@foldback/session-compressor";
import type { SessionStore } from "@foldback/session-store";
import type { Config } from "./config.ts";
import type { FileStore } from "./files/file-store.ts";
import type { UserFiles } from "./files/user-files.ts";
import type { Logger } from "./log.ts";
import type { Readiness } from "./readiness.ts";
import type { FlowEngine } from "./run/flow-engine.ts";
import type { KeyedRuns } from "./run/keyed-runs.ts";
import type { RunLog } from "./run/run-log.ts";
import type { TurnTracker } from "./run/turn-tracker.ts";
import type { SecretVault } from "./secrets/secret-vault.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

/** What the app is made of. */
export interface HostDependencies {
	readonly store: SessionStore;
	/** One for the whole process: it keeps folds of one scope apart. */
	readonly compressor: SessionCompressor;
	/** Over the same store, for folds that somebody asked for: it folds whatever the backlog holds. */
	readonly eagerCompressor: SessionCompressor;
	/** Reads and runs flows; loaded when first needed, because it takes more than a second. */
	readonly engine: () => Promise<FlowEngine>;
	readonly vault: SecretVault;
	/** Files uploaded for single flows. */
	readonly files: FileStore;
	readonly userFiles: UserFiles;
	/** Requests that are under way under an idempotency key. */
	readonly keyedRuns: KeyedRuns;
	/** What is running right now, so that a shutdown can wait for it. */
	readonly turns: TurnTracker;
	readonly readiness: Readiness;
	/** What runs were, by reference. */
	readonly runs: RunLog;
	/** Undefined unless it is configured. */
	readonly telemetry: Telemetry | undefined;
	readonly log: Logger;
	/** Epoch milliseconds. */
	readonly now: () => number;
	readonly about: AboutHost;
	readonly config: Config;
	/** Folder of the built studio; undefined: a page at `/` says how to use the API. */
	readonly studio: string | undefined;
}

/** What the host says about itself. */
interface AboutHost {
	readonly version: string;
	/** The model of a flow that names none. */
	readonly modelName: string;
	/** True for the offline demo model. */
	readonly offline: boolean;
}
