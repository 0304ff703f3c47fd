import { banner } from "../banner.ts";
import { readConfig } from "../config.ts";
import { createHostLog } from "../host-log.ts";
import { describeError } from "../http/on-error.ts";
import type { Logger } from "../log.ts";
import { startHost } from "../start.ts";
import { CliError } from "./cli-error.ts";
import { type Command, parseOptions } from "./command.ts";

const help = `Usage: foldback start [--host ADDRESS] [--port PORT] [--data-dir FOLDER]

Starts the server and runs until it is told to stop (Ctrl+C, SIGTERM).
Options win over the environment (HOST, PORT, FOLDBACK_DATA_DIR); see the README for all settings.
`;

export const startCommand: Command = {
	help,
	async run(args, { env, out, err }) {
		const { values, positionals } = parseOptions(args, { host: { type: "string" }, port: { type: "string" }, "data-dir": { type: "string" } });
		if (positionals[0] !== undefined) throw new CliError(`foldback start takes no ${JSON.stringify(positionals[0])}. See --help.`);
		const { host, port, "data-dir": dataDir } = values;
		const given = { ...(host === undefined ? {} : { HOST: host }), ...(port === undefined ? {} : { PORT: port }) };
		const config = readConfig({ ...env, ...given, ...(dataDir === undefined ? {} : { FOLDBACK_DATA_DIR: dataDir }) });
		const log = createHostLog(config, (line) => err(`${line}\n`));
		surviveForgottenPromises(log);
		const told = toldToStop();
		const running = await startHost(config, log);
		out(banner(running, config));
		await told;
		return await stopped(running.stop, log);
	},
};

/** A library's forgotten promise must not end everybody's turns; what it says may hold chat text, so only its name is logged. */
function surviveForgottenPromises(log: Logger): void {
	process.on("unhandledRejection", (error) => log.error("unhandled-rejection", describeError(error)));
	process.on("uncaughtException", (error) => {
		log.error("uncaught-exception", describeError(error));
		process.exit(1);
	});
}

/**
 * The first signal lets running work finish, also one that comes while the host still starts; a second one ends at once, which loses nothing that was
 * acknowledged.
 */
function toldToStop(): Promise<void> {
	return new Promise((resolve) => {
		let stopping = false;
		for (const signal of ["SIGTERM", "SIGINT"] as const) {
			process.on(signal, () => {
				if (stopping) process.exit(1);
				stopping = true;
				resolve();
			});
		}
	});
}

/** @returns the exit code. */
async function stopped(stop: () => Promise<void>, log: Logger): Promise<number> {
	try {
		await stop();
		return 0;
	} catch (error) {
		log.error("shutdown-failed", describeError(error));
		return 1;
	}
}
