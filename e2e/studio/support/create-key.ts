import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const cli = fileURLToPath(new URL("../../../apps/host/src/cli.ts", import.meta.url));

/** Makes an API key in a data folder, as an operator does. */
export async function createKey(dataDir: string, user: string): Promise<string> {
	const args = ["--conditions=@foldback/source", cli, "key", "create", "--user", user];
	const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, FOLDBACK_DATA_DIR: dataDir } });
	return stdout.trim();
}
