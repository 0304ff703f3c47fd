import { banner } from "./banner.ts";
import { ConfigError, readConfig } from "./config.ts";
import { describeError } from "./http/on-error.ts";
import { createLogger } from "./log.ts";
import { startHost } from "./start.ts";

// What the host writes (database, log of it, key) is for this user only, wherever it lies.
process.umask(0o077);
const log = createLogger((line) => process.stderr.write(`${line}\n`));

try {
	requireNode(process.versions.node);
	const config = readConfig(process.env);
	const running = await startHost(config, log);
	process.stdout.write(banner(running, config));
	stopOnSignals(running.stop);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = error instanceof ConfigError ? 2 : 1;
}

// A library's forgotten promise must not end everybody's turns; what it says may hold chat text, so only its name is logged.
process.on("unhandledRejection", (error) => log.error("unhandled-rejection", describeError(error)));
process.on("uncaughtException", (error) => {
	log.error("uncaught-exception", describeError(error));
	process.exit(1);
});

/** @throws where the database's native part would end the process without a word. */
function requireNode(version: string): void {
	const [major = 0, minor = 0] = version.split(".").map(Number);
	if (major < 22 || (major === 22 && minor < 18))
		throw new Error(`This is Node.js ${version}; Foldback needs 22.18 or newer. Start it with "npx -y pnpm@12 start", which brings one.`);
}

/** The first signal lets running work finish; a second one ends at once, which loses nothing that was acknowledged. */
function stopOnSignals(stop: () => Promise<void>): void {
	let stopping = false;
	for (const signal of ["SIGTERM", "SIGINT"] as const) {
		process.on(signal, () => {
			if (stopping) process.exit(1);
			stopping = true;
			stop().then(
				() => process.exit(0),
				(error: unknown) => {
					log.error("shutdown-failed", describeError(error));
					process.exit(1);
				},
			);
		});
	}
}
