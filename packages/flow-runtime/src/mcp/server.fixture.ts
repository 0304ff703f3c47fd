import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
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
