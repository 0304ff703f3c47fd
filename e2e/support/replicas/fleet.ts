import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HostProcess, startHostProcess } from "@foldback/replay";
import type { BundledHost } from "../bundle-host.ts";
import type { SeededRandom } from "../seeded-random.ts";

/** Host processes on one database, without anything between them and their clients. */
export interface Fleet {
	/** URL of a host that was not killed yet, chosen at random. */
	anyUrl(): string;
	/** Kills a random host with SIGKILL and starts another in its place, unless it would be the last one alive. @returns whether it did. */
	replaceOne(): boolean;
	/** Resolves when all hosts that were started answer. */
	whole(): Promise<void>;
	/** Ends all hosts in an orderly way. @returns their exit codes. */
	stop(): Promise<readonly (number | string)[]>;
}

export interface FleetOptions {
	readonly size: number;
	readonly databaseUrl: string;
	readonly modelUrl: string;
	readonly bundle: BundledHost;
	readonly random: SeededRandom;
}

/** Folds come early and summaries are long, so that a short talk has many folds and loses no word of them. */
const folding = { FOLDBACK_FOLD_THRESHOLD: "4", FOLDBACK_MAX_BATCH: "12", FOLDBACK_SUMMARY_WORDS: "10000" };

export async function startFleet({ size, databaseUrl, modelUrl, bundle, random }: FleetOptions): Promise<Fleet> {
	const dataDir = await mkdtemp(join(tmpdir(), "foldback-fleet-"));
	const env = {
		...bundle.env,
		...folding,
		DATABASE_URL: databaseUrl,
		OPENAI_BASE_URL: modelUrl,
		OPENAI_API_KEY: "none",
		FOLDBACK_MODEL: "chat",
		FOLDBACK_SECRET_KEY: "the same for all replicas",
	};
	const start = () => startHostProcess({ dataDir, entry: bundle.entry, env });
	const alive: HostProcess[] = await Promise.all(Array.from({ length: size }, start));
	const starting = new Set<Promise<void>>();
	return {
		anyUrl: () => alive[random.whole(alive.length)]?.url ?? "",
		replaceOne() {
			if (alive.length < 2) return false;
			const [host] = alive.splice(random.whole(alive.length), 1);
			const replaced = (async () => {
				await host?.kill();
				alive.push(await startAgain(start));
			})().finally(() => starting.delete(replaced));
			starting.add(replaced);
			return true;
		},
		whole: async () => void (await Promise.all(starting)),
		async stop() {
			await Promise.allSettled(starting);
			const codes = await Promise.all(alive.map((host) => host.stop()));
			await rm(dataDir, { recursive: true, force: true });
			return codes;
		},
	};
}

/** As whoever supervises hosts would: one that starts while Postgres is down says so and ends, and is started again. */
async function startAgain(start: () => Promise<HostProcess>): Promise<HostProcess> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await start();
		} catch (error) {
			if (attempt === maxStarts) throw error;
		}
	}
}

const maxStarts = 20;
