import { localUser } from "./access/authenticate.ts";
import type { Config } from "./config.ts";
import { createHost, type Host } from "./host.ts";
import { describeError } from "./http/on-error.ts";
import type { Logger } from "./log.ts";
import { expireOldMessages } from "./memory/retention.ts";
import { createSamples } from "./samples/create-samples.ts";
import { serve } from "./serve.ts";
import { shutDown } from "./shutdown.ts";
import { findStudio } from "./studio/find-studio.ts";
import { openTelemetry } from "./telemetry/open-telemetry.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

/** A host that listens. */
export interface RunningHost {
	readonly url: string;
	readonly host: Host;
	/** Whether this start made the local user's sample flows: the first one of a database without keys does. */
	readonly samples: boolean;
	/** Lets what runs finish, at most ten seconds, and closes everything. */
	stop(): Promise<void>;
}

/** Opens the data folder, listens, and at the first start of a database without keys creates the sample flows. */
export async function startHost(config: Config, log: Logger): Promise<RunningHost> {
	const telemetry = await openTelemetry(config, log);
	try {
		return await startWith(config, log, telemetry);
	} catch (error) {
		await telemetry?.close();
		throw error;
	}
}

async function startWith(config: Config, log: Logger, telemetry: Telemetry | undefined): Promise<RunningHost> {
	const host = await createHost(config, { log, studio: findStudio(), telemetry });
	if (config.access === "keys" && (await host.store.keys.list()).length === 0) {
		await host.store.close();
		throw new Error(
			`There is no API key yet, and without one nobody could use a host at ${config.host} that asks for keys. Make one first: foldback key create --user NAME`,
		);
	}
	const server = await serve(host.app, config).catch(async (error: unknown) => {
		await host.store.close();
		throw error;
	});
	// The server answers meanwhile: reading the components takes a moment.
	const samples = config.access === "local" && (await tryCreateSamples(host, log));
	const stopExpiring = keepExpiring(host, config);
	const stop = async () => {
		stopExpiring();
		await shutDown({ ...host, server, drainMs: config.drainMs, timeoutMs: config.stopMs });
		await telemetry?.close();
	};
	return { url: server.url, host, samples, stop };
}

const hourMs = 3_600_000;

/** Deletes what has become too old, now and every hour, when there is a limit. @returns what ends it. */
function keepExpiring({ store, files, turns, log, now }: Host, { retentionDays: days }: Config): () => void {
	if (days === undefined) return () => {};
	const expire = () => turns.later("retention", () => expireOldMessages({ store, files, days, log, now }));
	expire();
	const timer = setInterval(expire, hourMs);
	return () => clearInterval(timer);
}

/** Of the local user; a user with a key has had them with the first one. Without samples the host works as well. */
async function tryCreateSamples(host: Host, log: Logger): Promise<boolean> {
	try {
		return await createSamples(host, localUser);
	} catch (error) {
		log.error("samples-failed", describeError(error));
		return false;
	}
}
