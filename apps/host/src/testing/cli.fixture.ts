import { foldback } from "../cli/foldback.ts";

export interface CliRun {
	readonly exitCode: number;
	readonly out: string;
	readonly err: string;
}

/** Runs the command line in this process. */
export async function cli(
	args: readonly string[],
	{ dataDir = "", input = [], env = {} }: { dataDir?: string; input?: string[]; env?: Record<string, string> } = {},
): Promise<CliRun> {
	let out = "";
	let err = "";
	async function* lines() {
		yield* input;
	}
	const exitCode = await foldback(args, {
		env: { ...(dataDir === "" ? {} : { FOLDBACK_DATA_DIR: dataDir }), ...env },
		out: (text) => {
			out += text;
		},
		err: (text) => {
			err += text;
		},
		lines,
	});
	return { exitCode, out, err };
}
