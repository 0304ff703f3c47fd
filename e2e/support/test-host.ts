import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HostProcess, startHostProcess } from "@foldback/replay";

/** A host process with a data folder of its own, both gone after `end`. */
export interface TestHost extends HostProcess {
	readonly dataDir: string;
	/** File of its SQLite database. */
	readonly databaseFile: string;
	end(): Promise<void>;
}

/** @param prepare is given the data folder before the host starts on it. */
export async function startTestHost(env: Readonly<Record<string, string>> = {}, prepare?: (dataDir: string) => Promise<unknown>): Promise<TestHost> {
	const dataDir = await mkdtemp(join(tmpdir(), "foldback-e2e-"));
	const remove = () => rm(dataDir, { recursive: true, force: true });
	try {
		await prepare?.(dataDir);
		const host = await startHostProcess({ dataDir, env });
		const end = async () => {
			await host.stop();
			await remove();
		};
		return { ...host, dataDir, databaseFile: join(dataDir, "foldback.db"), end };
	} catch (error) {
		await remove();
		throw error;
	}
}
