import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { RefusedAddressError } from "../net/guarded-connector.ts";
import { createGuardedFetch } from "../net/guarded-fetch.ts";
import type { McpServer } from "./find-server.ts";

export interface McpConnection {
	readonly client: Client;
	/** Ends the session; a program that was started is ended too. */
	close(): Promise<void>;
}

export interface ConnectOptions {
	readonly allowAddresses?: readonly string[];
	readonly signal: AbortSignal;
}

const connectTimeoutMs = 20_000;
const maxAnswerBytes = 10_000_000;

/**
 * Opens a session with an MCP server: starts the host's program, or connects over streamable HTTP to a public address.
 * @throws Error with a sentence that names the server; the cause says more than users may see.
 */
export async function connectMcp(server: McpServer, options: ConnectOptions): Promise<McpConnection> {
	const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
	const client = new Client({ name: "foldback", version: "1.0.0" });
	const { transport, close } = await openTransport(server, options);
	const connection = {
		client,
		async close() {
			await client.close();
			await close();
		},
	};
	try {
		await client.connect(transport, { signal: options.signal, timeout: connectTimeoutMs });
		return connection;
	} catch (error) {
		await connection.close();
		options.signal.throwIfAborted();
		throw new Error(`The MCP server ${server.name} ${reasonOf(error, server)}`, { cause: error });
	}
}

async function openTransport(server: McpServer, { allowAddresses }: ConnectOptions): Promise<{ transport: Transport; close: () => Promise<void> }> {
	if (server.kind === "stdio") {
		const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
		const { command, args = [], env, cwd } = server.command;
		const transport = new StdioClientTransport({
			command,
			args: [...args],
			...(env ? { env: { ...env } } : {}),
			...(cwd === undefined ? {} : { cwd }),
			stderr: "ignore",
		});
		return { transport, close: async () => {} };
	}
	const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
	const guarded = createGuardedFetch({ ...(allowAddresses ? { allowAddresses } : {}), timeoutMs: connectTimeoutMs, maxBytes: maxAnswerBytes });
	const transport = new StreamableHTTPClientTransport(server.url, { fetch: guarded.fetch, requestInit: { headers: { ...server.headers } } });
	// The SDK's class declares its optional callbacks in a way that `exactOptionalPropertyTypes` refuses.
	return { transport: transport as Transport, close: guarded.close };
}

function reasonOf(error: unknown, server: McpServer): string {
	for (let link = error; link instanceof Error; link = link.cause) {
		if (link instanceof RefusedAddressError) return `is not reached: ${link.message}`;
		if ("code" in link && (link.code === 401 || link.code === 403)) return "refused the request. Check its headers.";
	}
	return server.kind === "stdio"
		? "could not be started. Check its command in the host's configuration."
		: "could not be reached, or is no MCP server over HTTP.";
}
