import { openPostgresStore } from "@foldback/session-store/postgres";
import { startOwnPostgres } from "@foldback/testing/postgres";
import { createBareAppend } from "./bare-append.ts";
import { loadPostgres } from "./load-postgres.ts";
import { append, messageChars, otherSessions, plans, print, timeRecalls, timeSessionList, totalRows } from "./recall-cases.ts";

/*
 * The same recall over Postgres on loopback with 1,000,000 rows; goals: p50 under 3 ms, the same for 100 and for 100,000 messages. Then inserts per second
 * beside the same statements on the bare driver; goal: at least half as many. The server does not wait for a disk, so what the store adds shows most.
 */

const connections = 8;
const inserts = 2_000;

const postgres = await startOwnPostgres();
try {
	await run(postgres.url);
} finally {
	await postgres.stop();
}

async function run(url: string): Promise<void> {
	const started = performance.now();
	await (await openPostgresStore({ url })).close();
	await loadPostgres(url, [...plans, ...otherSessions()], messageChars);
	print(`Postgres: ${totalRows.toLocaleString("en")} rows, loaded in ${Math.round((performance.now() - started) / 1000)} s`);
	const store = await openPostgresStore({ url, maxConnections: connections });
	const bare = createBareAppend(url, connections);
	try {
		print(await timeRecalls(store));
		print(await timeSessionList(store));
		const text = "x".repeat(messageChars);
		for (const clients of [1, connections]) {
			const rates = await insertRates(clients, { store: (name) => append(store, name), bare: (name) => bare.append(name, text) });
			print(
				`\ninserts a second, ${clients} at once: ${rates.store.toFixed(0)}, on the bare driver ${rates.bare.toFixed(0)}: ratio ${(rates.store / rates.bare).toFixed(2)}`,
			);
		}
	} finally {
		await bare.close();
		await store.close();
	}
}

type Insert = (sessionId: string) => Promise<void>;

/** Both in turn, in slices, so that whatever else the machine does falls on both alike. The first slice warms up and does not count. */
async function insertRates(clients: number, kinds: { readonly store: Insert; readonly bare: Insert }) {
	const slices = 10;
	const times = { store: 0, bare: 0 };
	for (let slice = 0; slice <= slices; slice++) {
		for (const kind of ["bare", "store"] as const) {
			const start = performance.now();
			await insertSlice(inserts / slices, clients, kinds[kind], `${kind} ${clients}`);
			if (slice > 0) times[kind] += performance.now() - start;
		}
	}
	return { store: inserts / (times.store / 1_000), bare: inserts / (times.bare / 1_000) };
}

async function insertSlice(count: number, clients: number, insert: Insert, name: string): Promise<void> {
	let left = count;
	const client = async (index: number) => {
		while (left-- > 0) await insert(`${name}, client ${index}`);
	};
	await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
}
