import { connect, createServer, type Socket } from "node:net";

/** Stands between hosts and Postgres, and counts what they send. */
export interface CountingProxy {
	/** The database's address by way of the proxy. */
	readonly url: string;
	/** Statements and round trips since the last call: a round trip ends where the client waits for an answer. */
	take(): { readonly statements: number; readonly roundTrips: number };
	/** Connections that are open now. */
	readonly connections: number;
	close(): void;
}

export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
	const target = new URL(databaseUrl);
	let counts = { statements: 0, roundTrips: 0 };
	const open = new Set<Socket>();
	const server = createServer((client) => {
		const upstream = connect(Number(target.port), target.hostname);
		open.add(client);
		const read = messageReader((type, body) => {
			// Simple queries may hold several statements; executions of prepared ones hold one each, and end with a sync.
			if (type === "Q") counts.statements += body.split(";").filter((statement) => statement.trim() !== "").length;
			if (type === "E") counts.statements += 1;
			if (type === "Q" || type === "S") counts.roundTrips += 1;
		});
		client.on("data", read);
		client.pipe(upstream).pipe(client);
		const end = () => {
			open.delete(client);
			client.destroy();
			upstream.destroy();
		};
		for (const socket of [client, upstream]) socket.on("close", end).on("error", end);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
	const address = server.address();
	const url = new URL(databaseUrl);
	url.port = String(typeof address === "object" ? address?.port : 0);
	return {
		url: url.href,
		take() {
			const taken = counts;
			counts = { statements: 0, roundTrips: 0 };
			return taken;
		},
		get connections() {
			return open.size;
		},
		close() {
			server.close();
			for (const socket of open) socket.destroy();
		},
	};
}

/** Cuts a client's bytes into messages: a type and a length, but for the first one, which has no type. */
function messageReader(see: (type: string, body: string) => void): (chunk: Buffer) => void {
	let rest = Buffer.alloc(0);
	let started = false;
	return (chunk) => {
		rest = Buffer.concat([rest, chunk]);
		for (;;) {
			const head = started ? 1 : 0;
			if (rest.length < head + 4) return;
			const end = head + rest.readUInt32BE(head);
			if (rest.length < end) return;
			if (started) see(rest.toString("latin1", 0, 1), rest.toString("utf8", 5, end));
			started = true;
			rest = rest.subarray(end);
		}
	};
}
