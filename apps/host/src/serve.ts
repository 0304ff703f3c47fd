import { createServer, type Server, type ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { type ClientLimits, clientLimits, cutStalledClients, refuseManyHeaders, serverOptions } from "./http/client-limits.ts";
import type { HostApp } from "./http/environment.ts";
import { problemResponse } from "./http/on-error.ts";
import { ProblemError } from "./http/problem.ts";

/** A listening server. */
export interface RunningServer {
	/** Where to reach it, without a slash at the end. */
	readonly url: string;
	/** From now on each answer is the last one of its connection, so that clients come back on a new one, to whoever listens then. */
	letGo(): void;
	/** Accepts no new connection from now on; answers under way go on. */
	stopAccepting(): void;
	/** Waits until the answers under way have left, at most `timeoutMs`, then cuts the connections. */
	close(timeoutMs: number): Promise<void>;
}

/**
 * Starts to listen.
 * @param port 0 lets the system choose.
 * @param limits what clients may take, and how slow they may be
 * @throws an Error that says what to do when the address cannot be used.
 */
export async function serve(
	app: HostApp,
	{ host, port, limits = clientLimits }: { readonly host: string; readonly port: number; readonly limits?: ClientLimits },
): Promise<RunningServer> {
	const listener = getRequestListener(app.fetch, { errorHandler: unreadableRequest });
	const answers = createAnswers();
	const server = createServer(serverOptions(limits), (incoming, outgoing) => {
		answers.add(outgoing);
		if (!refuseManyHeaders(incoming, outgoing, limits)) void listener(incoming, outgoing);
	});
	cutStalledClients(server, limits);
	await listen(server, host, port);
	const closed = new Promise<void>((resolve) => server.once("close", () => resolve()));
	return {
		url: urlOf(server, host),
		letGo: answers.letGo,
		// Not the HTTP server's own close, which also cuts idle connections, among them those whose first request is still on its way.
		stopAccepting: () => void NetServer.prototype.close.call(server),
		async close(timeoutMs) {
			if (server.listening) NetServer.prototype.close.call(server);
			await sleep(Math.min(arrivalMs, timeoutMs));
			// Ends the server's own timers; connections that are kept alive become idle one by one.
			server.close();
			const sweep = setInterval(() => server.closeIdleConnections(), 20);
			const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
			await closed;
			clearInterval(sweep);
			clearTimeout(cut);
		},
	};
}

/** How long a request may still be on its way over a connection that was just accepted, in milliseconds. */
const arrivalMs = 100;

/** Answers that are being made, so that they too can be the last ones of their connections. */
function createAnswers() {
	const open = new Set<ServerResponse>();
	let last = false;
	const end = (outgoing: ServerResponse) => {
		if (!outgoing.headersSent) outgoing.setHeader("connection", "close");
	};
	return {
		add(outgoing: ServerResponse): void {
			if (last) end(outgoing);
			open.add(outgoing);
			outgoing.once("close", () => open.delete(outgoing));
		},
		letGo(): void {
			last = true;
			for (const outgoing of open) end(outgoing);
		},
	};
}

function listen(server: Server, host: string, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(explain(error, host, port), { cause: error })));
		server.listen(port, host, () => resolve());
	});
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
	const place = `port ${port} of ${host}`;
	if (error.code === "EADDRINUSE") return `Cannot listen: ${place} is in use. Stop the program that uses it, or choose another port with PORT=${port + 1}.`;
	if (error.code === "EACCES") return `Cannot listen: ${place} needs more rights. Choose a port of 1024 or above with PORT.`;
	return `Cannot listen on ${place} (${error.code ?? error.name}). Check HOST and PORT.`;
}

function urlOf(server: Server, host: string): string {
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** For requests that are so broken that they never become one: a bad address or Host header. */
function unreadableRequest(error: unknown): Response {
	return problemResponse(new ProblemError("bad-request", "The request's address or Host header cannot be read.", { cause: error }), crypto.randomUUID());
}
