import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What a client may take of a server before its request is understood, and how slow it may be. */
export interface ClientLimits {
	/** Bytes of request line and headers; more is answered with 431. */
	readonly maxHeaderBytes: number;
	/** Number of headers; more is answered with 431. */
	readonly maxHeaders: number;
	/** Milliseconds until the headers are there; then 408. */
	readonly headersMs: number;
	/** Milliseconds until the whole request is there; then 408. */
	readonly requestMs: number;
	/** Milliseconds in which not one byte of a body comes, or none of an answer is taken; then the connection is cut. */
	readonly stalledMs: number;
	/** Milliseconds that a connection may wait for its next request. */
	readonly idleMs: number;
	/** How often the first two are looked at, in milliseconds. */
	readonly checkMs: number;
}

export const clientLimits: ClientLimits = {
	maxHeaderBytes: 16_384,
	maxHeaders: 100,
	headersMs: 20_000,
	requestMs: 300_000,
	stalledMs: 30_000,
	idleMs: 5_000,
	checkMs: 5_000,
};

/** @returns the part of the limits that Node.js keeps by itself. */
export function serverOptions({ maxHeaderBytes, headersMs, requestMs, idleMs, checkMs }: ClientLimits): ServerOptions {
	return {
		maxHeaderSize: maxHeaderBytes,
		headersTimeout: headersMs,
		requestTimeout: requestMs,
		keepAliveTimeout: idleMs,
		connectionsCheckingInterval: checkMs,
	};
}

/** Cuts connections on which nothing moves although it is the client's turn. One that waits for its answer is left alone, however long that takes. */
export function cutStalledClients(server: Server, { maxHeaders, stalledMs }: ClientLimits): void {
	const requests = new WeakMap<Socket, IncomingMessage>();
	// Headers beyond this number are not even looked at; one more than allowed shows that there were too many.
	server.maxHeadersCount = maxHeaders + 1;
	server.on("request", (incoming, outgoing) => {
		const { socket } = incoming;
		requests.set(socket, incoming);
		outgoing.once("close", () => {
			// A client may send its next request before this one is answered.
			if (requests.get(socket) === incoming) requests.delete(socket);
		});
	});
	server.setTimeout(stalledMs, (socket) => {
		const request = requests.get(socket);
		if (request?.complete !== true || socket.writableLength > 0) socket.destroy();
	});
}

/** @returns whether the request was refused for the number of its headers. */
export function refuseManyHeaders(incoming: IncomingMessage, outgoing: ServerResponse, { maxHeaders }: ClientLimits): boolean {
	if (incoming.rawHeaders.length / 2 <= maxHeaders) return false;
	outgoing.writeHead(431, { connection: "close", "content-length": 0 }).end();
	return true;
}
