import type { Config } from "./config.ts";
import { createLogger, type Logger } from "./log.ts";

type LogConfig = Pick<Config, "logLevel" | "openaiApiKey" | "secretKey" | "databaseUrl" | "variables" | "mcpServers">;

/** The log of a host with this configuration, whose own secrets stand in no line of it. */
export function createHostLog(config: LogConfig, write: (line: string) => void): Logger {
	const { logLevel: level, openaiApiKey, secretKey, databaseUrl, variables, mcpServers } = config;
	const given = [variables, ...Object.values(mcpServers).map(({ env = {} }) => env)].flatMap((values) => Object.values(values));
	return createLogger(write, { level, secrets: [openaiApiKey, secretKey, databaseUrl, ...passwordsOf(databaseUrl), ...given] });
}

/** As it stands in the address, and as the driver sends it. */
function passwordsOf(databaseUrl: string | undefined): readonly string[] {
	if (databaseUrl === undefined || !URL.canParse(databaseUrl)) return [];
	const { password } = new URL(databaseUrl);
	try {
		return [password, decodeURIComponent(password)];
	} catch {
		return [password];
	}
}
