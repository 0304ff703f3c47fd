import Database from "better-sqlite3";

/** A session to fill: `rows` of them in all, of which so many lie in context `rare` and such a share are errors. */
export interface SessionPlan {
	readonly sessionId: string;
	readonly rows: number;
	readonly rareRows?: number;
	readonly errorShare?: number;
}

export const flowId = "bench";
export const userId = "local";
const sentence = "The cluster of project PRJ-123 is in the EU, and the window for the upgrade is on Tuesday at nine. ";

/**
 * Fills an empty, migrated database. Rows of all sessions come in random order, as in life: those of one session lie scattered over the file.
 * Indexes are made at the end, which is a few times as fast and leaves the same file.
 */
export function loadDatabase(path: string, plans: readonly SessionPlan[], messageChars: number): void {
	const client = new Database(path);
	client.pragma("synchronous = OFF");
	client.prepare("INSERT INTO flow VALUES (?, ?, 'Bench', '', '{}', 1, 0, 0)").run(flowId, userId);
	const indexes = client
		.prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'message' AND sql NOT NULL")
		.all();
	client.transaction(() => {
		for (const { name } of indexes) client.exec(`DROP INDEX ${name}`);
		insertRows(client, plans, messageChars);
		for (const { sql } of indexes) client.exec(sql);
	})();
	client.pragma("wal_checkpoint(TRUNCATE)");
	client.close();
}

function insertRows(client: Database.Database, plans: readonly SessionPlan[], messageChars: number): void {
	const insert = client.prepare(
		`INSERT INTO message VALUES (@id, @flowId, @userId, @sessionId, @contextId, @timestamp, 0, 1 - @error, @sender, @sender, @text, '[]', @error, 0,
			'message', '{}', '[]', NULL)`,
	);
	const written = plans.map(() => 0);
	shuffledPlaces(plans).forEach((place, index) => {
		const plan = plans[place];
		if (!plan) return;
		const number = written[place] ?? 0;
		written[place] = number + 1;
		insert.run({
			id: `018bcfe5-0000-7000-8000-${index.toString(16).padStart(12, "0")}`,
			flowId,
			userId,
			sessionId: plan.sessionId,
			contextId: isEvery(number, plan.rows, plan.rareRows ?? 0) ? "rare" : "",
			timestamp: 1_700_000_000_000 + index,
			error: isEvery(number, plan.rows, plan.rows * (plan.errorShare ?? 0)) ? 1 : 0,
			sender: number % 2 === 0 ? "User" : "Machine",
			text: `${index} ${sentence.repeat(Math.ceil(messageChars / sentence.length))}`.slice(0, messageChars),
		});
	});
}

/** Whether row `number` of `rows` is one of `wanted` rows spread evenly. */
function isEvery(number: number, rows: number, wanted: number): boolean {
	return Math.floor(((number + 1) * wanted) / rows) > Math.floor((number * wanted) / rows);
}

/** The index of a plan for every row, shuffled, the same at every run. */
function shuffledPlaces(plans: readonly SessionPlan[]): Uint32Array {
	const places = Uint32Array.from(plans.flatMap(({ rows }, place) => Array.from({ length: rows }, () => place)));
	let seed = 1;
	for (let last = places.length - 1; last > 0; last--) {
		seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
		const other = Math.floor((seed / 2 ** 32) * (last + 1));
		const moved = places[last] ?? 0;
		places[last] = places[other] ?? 0;
		places[other] = moved;
	}
	return places;
}
