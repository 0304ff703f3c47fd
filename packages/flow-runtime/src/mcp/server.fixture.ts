import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import * as z from "zod";

/** Told what happens to the tool that waits. */
export type WaitEvents = (event: "called" | "cancelled") => void;

/** A real MCP server with three tools. */
export function createOrderServer(onWait: WaitEvents = () => {}): McpServer {
	const server = new McpServer({ name: "orders", version: "1.0.0" });
	server.registerTool("look_up_order", { description: "Looks up an order by its number.", inputSchema: { order_id: z.string() } }, ({ order_id }) => ({
		content: [{ type: "text", text: JSON.stringify({ order: order_id, state: `packed-${order_id.length}` }) }],
	}));
	server.registerTool("show_environment", { description: "Lists variables." }, () => ({
		content: [{ type: "text", text: Object.keys(process.env).join(" ") }],
	}));
	server.registerTool("wait_for_ever", { description: "Never answers." }, ({ signal }) => {
		onWait("called");
		return new Promise((_resolve, reject) => {
			signal.addEventListener("abort", () => {
				onWait("cancelled");
				reject(new Error("cancelled"));
			});
		});
	});
	return server;
}

export interface HttpOrderServer extends AsyncDisposable {
	readonly url: string;
	readonly headers: Readonly<Record<string, unknown>>[];
}

/** The same over streamable HTTP on loopback, one session for each request. */
export async function startHttpOrderServer(onWait?: WaitEvents): Promise<HttpOrderServer> {
	const headers: Record<string, unknown>[] = [];
	const server = createServer((request, response) => {
		headers.push(request.headers);
		// It has no stream of events to offer beside its answers.
		if (request.method === "GET") return void response.writeHead(405).end();
		void (async () => {
			const transport = new StreamableHTTPServerTransport({});
			// The SDK's class declares its optional callbacks in a way that `exactOptionalPropertyTypes` refuses.
			await createOrderServer(onWait).connect(transport as Transport);
			response.on("close", () => void transport.close());
			await transport.handleRequest(request, response);
		})();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo; // A TCP server has a port.
	return {
		url: `http://127.0.0.1:${port}/mcp`,
		headers,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

export interface SseOrderServer extends AsyncDisposable {
	readonly origin: string;
	/** Method and path of every request, and its headers. */
	readonly requests: { readonly line: string; readonly headers: Readonly<Record<string, unknown>> }[];
}

/**
 * The same over the older transport: `GET path` opens a stream of events, and messages are posted to `/messages`; anything else is 404.
 * @param options.silent it opens the stream and never says where to post
 */
export async function startSseOrderServer({ path = "/sse", silent = false, redirect = "" } = {}): Promise<SseOrderServer> {
	const sessions = new Map<string, ReturnType<typeof openEvents>>();
	const requests: SseOrderServer["requests"] = [];
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? "/", "http://localhost");
		requests.push({ line: `${request.method} ${url.pathname}`, headers: request.headers });
		if (request.method === "GET" && url.pathname === path) {
			if (redirect !== "") return void response.writeHead(307, { location: redirect }).end();
			if (silent) return void response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
			const transport = openEvents(response);
			sessions.set(transport.sessionId, transport);
			return void createOrderServer().connect(transport as Transport);
		}
		const session = sessions.get(url.searchParams.get("sessionId") ?? "");
		if (request.method === "POST" && url.pathname === "/messages" && session) return void session.handlePostMessage(request, response);
		response.writeHead(404).end();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo; // A TCP server has a port.
	return {
		origin: `http://127.0.0.1:${port}`,
		requests,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function openEvents(response: ServerResponse) {
	// oxlint-disable-next-line typescript/no-deprecated -- The fixture is a server of the older transport.
	return new SSEServerTransport("/messages", response);
}
