import { createHostClient } from "@foldback/replay";
import { startOwnPostgres } from "@foldback/testing/postgres";
import type { BundledHost } from "../bundle-host.ts";
import { createSeededRandom } from "../seeded-random.ts";
import { supportFlow } from "../support-flow.ts";
import { callProblems, databaseProblems } from "./check-database.ts";
import { startFleet } from "./fleet.ts";
import { startReplicaModel } from "./replica-model.ts";
import { unfoldedSessions } from "./settle.ts";
import { nothingTold, sessionNames, type TalkOptions, takeTurn, talkOnce } from "./talk.ts";

export interface ReplicaPlan {
	readonly seed: number;
	readonly hosts: number;
	/** Conversations; each is held by two clients at once. */
	readonly talks: number;
	/** Exchanges of each client. */
	readonly exchanges: number;
	/** Conversations at the same time. */
	readonly atOnce: number;
	readonly hostKills: number;
	readonly databaseRestarts: number;
	readonly bundle: BundledHost;
}

export interface ReplicaReport {
	readonly problems: readonly string[];
	readonly counts: Readonly<Record<string, number>>;
}

/** The newest four messages, three behind them that wait for a fourth, and those of the last turn, which fold after it. */
const mostUnfolded = 4 + 3 + 2;
const catchUpMs = 60_000;

/** Lets many clients talk to several hosts on one Postgres while hosts and Postgres are killed and started again, then checks what is stored. */
export async function runReplicas(plan: ReplicaPlan): Promise<ReplicaReport> {
	const random = createSeededRandom(plan.seed);
	const postgres = await startOwnPostgres();
	const model = await startReplicaModel(createSeededRandom(plan.seed + 1));
	const fleet = await startFleet({ size: plan.hosts, databaseUrl: postgres.url, modelUrl: model.url, bundle: plan.bundle, random });
	try {
		const flowId = await createHostClient(fleet.anyUrl()).createFlow(await supportFlow("replicas"));
		const talks = Array.from({ length: plan.talks }, (_, talk): TalkOptions => ({ flowId, talk, anyUrl: fleet.anyUrl, random, told: nothingTold() }));
		const havoc = planHavoc(plan, random.next, { kill: fleet.replaceOne, restart: () => restart(postgres) });
		await holdTalks(plan, talks, havoc.step);
		await havoc.ended();
		await fleet.whole();
		model.behave();
		const stuck = await catchUp(postgres.url, talks);
		const codes = await fleet.stop();
		const told = talks.map((options) => options.told);
		const problems = [
			...told.flatMap((each) => each.problems),
			...stuck,
			...codes.filter((code) => code !== 0).map((code) => `A host ended with ${code}.`),
			...(await databaseProblems(postgres.url, told)),
			...callProblems(model.calls, told),
		];
		return {
			problems,
			counts: {
				...sums(told.map(({ counts }) => counts)),
				...havoc.counts,
				modelCalls: model.calls.length,
				folds: model.calls.filter(({ fold }) => fold).length,
			},
		};
	} finally {
		await fleet.stop().catch(() => []);
		await model.close();
		await postgres.stop();
	}
}

/** With models that behave, turns in every session must bring its memory up to date, back-offs included. @returns what is stuck. */
async function catchUp(url: string, talks: readonly TalkOptions[]): Promise<readonly string[]> {
	const deadline = performance.now() + catchUpMs;
	for (;;) {
		const behind = await unfoldedSessions(url, mostUnfolded);
		if (behind.size === 0) return [];
		if (performance.now() > deadline) return [...behind].map(([session, rows]) => `${rows} messages of ${JSON.stringify(session)} are not folded.`);
		for (const options of talks) {
			for (const sessionId of sessionNames(options.talk)) {
				if (behind.has(sessionId)) await takeTurn(options, { sessionId, chat: "chat", fold: "fold" });
			}
		}
	}
}

async function restart(postgres: Awaited<ReturnType<typeof startOwnPostgres>>): Promise<void> {
	await postgres.down("immediate");
	await postgres.up();
}

/** Two clients a conversation, so many conversations at once. `step` is told of every exchange. */
async function holdTalks(plan: ReplicaPlan, talks: readonly TalkOptions[], step: () => void): Promise<void> {
	const left = [...talks];
	const client = async (options: TalkOptions) => {
		for (let exchange = 0; exchange < plan.exchanges; exchange++) {
			await talkOnce(options);
			step();
		}
	};
	const lane = async () => {
		for (let options = left.shift(); options; options = left.shift()) await Promise.all([client(options), client(options)]);
	};
	await Promise.all(Array.from({ length: plan.atOnce }, lane));
}

interface Havoc {
	readonly kill: () => boolean;
	readonly restart: () => Promise<void>;
}

/** Spreads kills and restarts over the exchanges, each at random in a part of its own: there is time to come back between them. */
function planHavoc(plan: ReplicaPlan, next: () => number, { kill, restart }: Havoc) {
	const exchanges = plan.talks * plan.exchanges * 2;
	const moments = (count: number) => Array.from({ length: count }, (_, part) => 5 + Math.floor(((part + next()) / count) * (exchanges - 10)));
	const kills = moments(plan.hostKills);
	const restarts = moments(plan.databaseRestarts);
	const counts = { hostKills: 0, databaseRestarts: 0 };
	let done = 0;
	let due = 0;
	let restarting = Promise.resolve();
	const step = () => {
		done += 1;
		due += kills.filter((moment) => moment === done).length;
		// A kill that would have left no host comes later.
		if (due > 0 && kill()) {
			due -= 1;
			counts.hostKills += 1;
		}
		if (!restarts.includes(done)) return;
		counts.databaseRestarts += 1;
		restarting = restarting.then(restart);
	};
	return { step, counts, ended: () => restarting };
}

function sums(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
	const total: Record<string, number> = {};
	for (const counts of all) for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
	return total;
}
