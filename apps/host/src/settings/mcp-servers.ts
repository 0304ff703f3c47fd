import { readFileSync } from "node:fs";
import type { McpServerCommand } from "@foldback/flow-runtime";
import { z } from "zod";

const servers = z.record(
	z.string().min(1),
	z.strictObject({
		command: z.string().min(1),
		args: z.array(z.string()).optional(),
		env: z.record(z.string(), z.string()).optional(),
		cwd: z.string().optional(),
	}),
);

/** Reads `FOLDBACK_MCP_SERVERS`: a JSON object, or the path of a file with one. @throws Error in words for the operator. */
export function readMcpServers(setting: string): Readonly<Record<string, McpServerCommand>> {
	const result = servers.safeParse(JSON.parse(setting.trimStart().startsWith("{") ? setting : readFileSync(setting, "utf8")));
	if (!result.success) throw new Error(z.prettifyError(result.error));
	return Object.fromEntries(
		Object.entries(result.data).map(([name, { command, args, env, cwd }]) => [
			name,
			{ command, ...(args ? { args } : {}), ...(env ? { env } : {}), ...(cwd === undefined ? {} : { cwd }) },
		]),
	);
}
