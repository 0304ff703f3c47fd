import { join } from "node:path";
import { type CompressorOptions, createSessionCompressor, type SessionCompressor, type Summarizer } from "@foldback/session-compressor";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import type { HostDependencies } from "./dependencies.ts";
import { createFileStore } from "./files/file-store.ts";
import type { HostApp } from "./http/environment.ts";
import type { Logger } from "./log.ts";
import { withFoldBudget } from "./memory/fold-budget.ts";
import { logCompressorEvent } from "./memory/log-event.ts";
import { systemClock } from "./memory/system-clock.ts";
import { makeFolder, openStore } from "./open-store.ts";
import { createReadiness } from "./readiness.ts";
import { createKeyedRuns } from "./run/keyed-runs.ts";
import { defaultModelName, isOffline, lazyEngine } from "./run/lazy-engine.ts";
import { createRunLog } from "./run/run-log.ts";
import { createTurnTracker } from "./run/turn-tracker.ts";
import { createCipher } from "./secrets/cipher.ts";
import { loadSecretKey } from "./secrets/secret-key.ts";
import { createSecretVault } from "./secrets/secret-vault.ts";
import { loadRedact } from "./settings/redact.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";
import { hostVersion } from "./version.ts";

/** Everything that runs in one process, and the app over it. */
export interface Host extends HostDependencies {
	readonly app: HostApp;
}

export interface HostOptions {
	readonly log: Logger;
	/** Epoch milliseconds. Default: the system's clock. */
	readonly now?: () => number;
	/** Folder of the built studio. Default: none. */
	readonly studio?: string | undefined;
	/** Default: none. */
	readonly telemetry?: Telemetry | undefined;
}

/** Opens the database, makes the data folder when it is missing, and puts the host together. Nothing listens yet. */
export async function createHost(config: Config, { log, now = Date.now, studio, telemetry }: HostOptions): Promise<Host> {
	makeFolder(config.dataDir, "FOLDBACK_DATA_DIR");
	const redact = config.redact === undefined ? undefined : await loadRedact(config.redact);
	const store = await openStore(config, now);
	const engine = lazyEngine(config);
	const turns = createTurnTracker(log);
	const cipher = once(() => createCipher(config.secretKey ?? loadSecretKey(config.dataDir)));
	const summarizer: Summarizer = async (request, options) => (await (await engine()).defaultSummarizer())(request, options);
	const logEvent = logCompressorEvent(log);
	const compressorOptions: CompressorOptions = {
		...config.folding,
		source: store.source,
		store: store.memory,
		summarizer,
		summaryModel: defaultModelName(config),
		clock: systemClock(now),
		onEvent(event) {
			logEvent(event);
			telemetry?.seeCompressor(event);
		},
		...(redact ? { redact } : {}),
	};
	const { foldTokenBudget: tokensPerDay } = config;
	const budgeted = (compressor: SessionCompressor) =>
		tokensPerDay === undefined ? compressor : withFoldBudget(compressor, { spend: store.foldSpend, tokensPerDay, summarizer, now });
	telemetry?.watch(turns);
	const deps: HostDependencies = {
		store,
		compressor: timed(telemetry, budgeted(createSessionCompressor(compressorOptions))),
		eagerCompressor: budgeted(createSessionCompressor({ ...compressorOptions, foldThreshold: 1 })),
		engine,
		vault: createSecretVault({ secrets: store.secrets, cipher, variables: config.variables }),
		turns,
		readiness: createReadiness({ store, log }),
		files: createFileStore(join(config.dataDir, "files"), now),
		userFiles: createFileStore(join(config.dataDir, "files", "users"), now),
		keyedRuns: createKeyedRuns({ store: store.idempotency, now }),
		runs: createRunLog(store.runs, turns),
		telemetry,
		log,
		now,
		about: { version: hostVersion, modelName: defaultModelName(config), offline: isOffline(config) },
		config,
		studio,
	};
	return { ...deps, app: createApp(deps) };
}

function timed(telemetry: Telemetry | undefined, compressor: SessionCompressor): SessionCompressor {
	return telemetry ? telemetry.timed(compressor) : compressor;
}

function once<Value>(make: () => Value): () => Value {
	let made: { readonly value: Value } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
