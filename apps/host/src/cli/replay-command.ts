import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CliError } from "./cli-error.ts";
import type { Command } from "./command.ts";

const help =
	"Usage: foldback replay FILE [options]\n\nSends recorded conversations through a host; `foldback replay --help` shows the options of the replay itself.\n";

export const replayCommand: Command = {
	help,
	async run(args, { env }) {
		const main = ["../../../replay/src/main.ts", "../../replay/src/main.ts"].map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync);
		if (main === undefined) throw new CliError("The replay comes with the repository, not with this build. Run it there: pnpm replay FILE.", 1);
		const child = spawn(process.execPath, ["--conditions=@foldback/source", main, ...args], { stdio: "inherit", env });
		const [code] = await once(child, "close");
		return typeof code === "number" ? code : 1;
	},
};
