import { existsSync } from "node:fs";
import type { Config } from "./config.ts";
import { createHost, type Host } from "./host.ts";
import { describeError } from "./http/on-error.ts";
import type { Logger } from "./log.ts";
import { createSamples } from "./samples/create-samples.ts";
import { serve } from "./serve.ts";
import { shutDown } from "./shutdown.ts";

/** A host that listens. */
export interface RunningHost {
	readonly url: string;
	readonly host: Host;
	/** Whether this start made the database, and with it the sample flows. */
	readonly firstStart: boolean;
	/** Lets what runs finish, at most ten seconds, and closes everything. */
	stop(): Promise<void>;
}

/** Opens the data folder, listens, and at the first start of a database creates the sample flows. */
export async function startHost(config: Config, log: Logger): Promise<RunningHost> {
	const firstStart = !existsSync(config.databaseFile);
	const host = await createHost(config, { log });
	const server = await serve(host.app, config).catch(async (error: unknown) => {
		await host.store.close();
		throw error;
	});
	// The server answers meanwhile: reading the components takes a moment.
	if (firstStart) await createSamples(host).catch((error: unknown) => log.error("samples-failed", describeError(error)));
	return { url: server.url, host, firstStart, stop: () => shutDown({ ...host, server }) };
}
