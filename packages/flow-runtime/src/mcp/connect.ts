import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { RefusedAddressError } from "../net/guarded-connector.ts";
import { createGuardedFetch } from "../net/guarded-fetch.ts";
import type { HttpTransport, McpServer } from "./find-server.ts";

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
/** A server of the older transport says at once where to post. */
const endpointTimeoutMs = 5_000;
const maxAnswerBytes = 10_000_000;

/**
 * Opens a session with an MCP server: starts the host's program, or connects to a public address over streamable HTTP or over the older HTTP with SSE,
 * whichever the server speaks.
 * @throws Error with a sentence that names the server; the cause says more than users may see.
 */
export async function connectMcp(server: McpServer, options: ConnectOptions): Promise<McpConnection> {
	const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
	const client = new Client({ name: "foldback", version: "1.0.0" });
	const attempts: readonly (HttpTransport | "stdio")[] =
		server.kind === "stdio" ? ["stdio"] : server.first === "sse" ? ["sse", "streamable"] : ["streamable", "sse"];
	const failures: unknown[] = [];
	for (const kind of attempts) {
		const { transport, close, unreached } = await openTransport(server, kind, options);
		const timeoutMs = kind === "sse" ? endpointTimeoutMs : connectTimeoutMs;
		const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
		const connection = {
			client,
			async close() {
				await client.close();
				await transport.close();
				await close();
			},
		};
		try {
			await unlessAborted(client.connect(transport, { signal, timeout: timeoutMs }), signal);
			return connection;
		} catch (error) {
			const failure = unreached() ?? error;
			await connection.close();
			options.signal.throwIfAborted();
			failures.push(failure);
			if (!speaksAnother(failure)) break;
		}
	}
	// What the first way said is why there was a second one.
	const error = failures.findLast((failure) => !speaksAnother(failure)) ?? failures[0];
	throw new Error(`The MCP server ${server.name} ${reasonOf(error, server)}`, { cause: error });
}

/** A server that is there, and has nothing for this transport at its address, or nothing to say. */
function speaksAnother(error: unknown): boolean {
	if (error instanceof DOMException && error.name === "TimeoutError") return true;
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return typeof code === "number" && code >= 400 && code < 500 && code !== 401 && code !== 403;
}

/** Opening a stream of events takes no signal. */
async function unlessAborted(connecting: Promise<void>, signal: AbortSignal): Promise<void> {
	const aborted = Promise.withResolvers<never>();
	const stop = () => aborted.reject(signal.reason);
	signal.addEventListener("abort", stop, { once: true });
	try {
		await Promise.race([connecting, aborted.promise]);
	} finally {
		signal.removeEventListener("abort", stop);
		connecting.catch(() => {});
	}
}

async function openTransport(
	server: McpServer,
	kind: HttpTransport | "stdio",
	{ allowAddresses }: ConnectOptions,
): Promise<{ transport: Transport; close: () => Promise<void>; unreached: () => unknown }> {
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
		return { transport, close: async () => {}, unreached: () => undefined };
	}
	const guarded = createGuardedFetch({ ...(allowAddresses ? { allowAddresses } : {}), timeoutMs: connectTimeoutMs, maxBytes: maxAnswerBytes });
	let unreached: unknown;
	// A stream of events tells nothing but the text of what kept it from opening.
	const fetch: typeof globalThis.fetch = (...request) =>
		guarded.fetch(...request).catch((error: unknown) => {
			unreached ??= error;
			throw error;
		});
	const options = { fetch, requestInit: { headers: { ...server.headers } } };
	// The SDK's classes declare their optional callbacks in a way that `exactOptionalPropertyTypes` refuses.
	return { transport: (await httpTransport(kind, server.url, options)) as Transport, close: guarded.close, unreached: () => unreached };
}

async function httpTransport(kind: HttpTransport | "stdio", url: URL, options: { fetch: typeof globalThis.fetch; requestInit: RequestInit }) {
	if (kind === "sse") {
		// oxlint-disable-next-line typescript/no-deprecated -- Servers of the older transport speak nothing else.
		const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
		return new SSEClientTransport(url, options);
	}
	const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
	return new StreamableHTTPClientTransport(url, options);
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
