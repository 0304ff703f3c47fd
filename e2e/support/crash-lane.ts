import { join } from "node:path";
import { createHostClient, type HostProcess, startHostProcess } from "@foldback/replay";
import type { BundledHost } from "./bundle-host.ts";
import { crashProblems } from "./crash-check.ts";
import { type Recount, recount } from "./recount.ts";
import { runStream, type StreamEvent } from "./run-stream.ts";
import { type ScriptedModel, startScriptedModel } from "./scripted-model.ts";
import { createSeededRandom, type SeededRandom } from "./seeded-random.ts";
import { supportFlow } from "./support-flow.ts";

/** What happens in a life of a host, and so the moments at which it can be killed. */
const happenings = ["run-sent", "input-acknowledged", "token", "answer-acknowledged", "run-ended", "fold-asked", "fold-answered"] as const;
type Happening = (typeof happenings)[number];

/** A moment: the so-many-th time that something happens, and a little later. */
interface Moment {
	readonly happening: Happening;
	readonly occurrence: number;
	readonly delayMs: number;
}

/** How the kills of one lane went. */
export interface LaneResult {
	readonly problems: readonly string[];
	readonly kills: Readonly<Record<Happening, number>>;
	readonly acknowledged: number;
	/** Folds saved. */
	readonly folds: number;
	/** Folds under way that a kill ended before they were saved. */
	readonly foldsCut: number;
}

export interface LaneOptions {
	/** Data folder of the host. */
	readonly folder: string;
	readonly seed: number;
	readonly kills: number;
	readonly bundle: BundledHost;
}

const foldModel = "fold-model";
const turnsPerLife = 12;

/** Starts a host on the same folder again and again, talks to it, and kills it at random moments. */
export async function runCrashLane(options: LaneOptions): Promise<LaneResult> {
	const random = createSeededRandom(options.seed);
	const lane = await openLane(options);
	const kills = { "run-sent": 0, "input-acknowledged": 0, token: 0, "answer-acknowledged": 0, "run-ended": 0, "fold-asked": 0, "fold-answered": 0 };
	const problems: string[] = [];
	let before: Recount | undefined;
	let foldsAsked = 0;
	try {
		for (let life = 1; life <= options.kills; life += 1) {
			const moment = momentOf(random);
			const foldCalls = await lane.live(life, moment);
			const now = recount(join(options.folder, "foldback.db"));
			const found = crashProblems(before, now, { acknowledged: lane.acknowledged, foldCalls });
			problems.push(...found.map((problem) => `Life ${life}, killed at ${JSON.stringify(moment)}: ${problem}`));
			kills[moment.happening] += 1;
			foldsAsked += foldCalls;
			before = now;
		}
	} finally {
		await lane.close();
	}
	const folds = before?.state?.version ?? 0;
	return { problems, kills, acknowledged: lane.acknowledged.size, folds, foldsCut: foldsAsked - folds };
}

function momentOf(random: SeededRandom): Moment {
	return { happening: random.pick(happenings), occurrence: 1 + random.whole(3), delayMs: random.next() ** 2 * 12 };
}

interface Lane {
	readonly acknowledged: ReadonlyMap<string, string>;
	/** One life of the host, from its start to its kill. @returns how many folds it asked for. */
	live(life: number, moment: Moment): Promise<number>;
	close(): Promise<void>;
}

async function openLane({ folder, bundle }: LaneOptions): Promise<Lane> {
	const acknowledged = new Map<string, string>();
	let foldCalls = 0;
	let tell: (happening: Happening) => void = () => {};
	const model = await startCrashModel((happening) => {
		if (happening === "fold-asked") foldCalls += 1;
		tell(happening);
	});
	let flowId: string | undefined;
	return {
		acknowledged,
		async live(life, moment) {
			foldCalls = 0;
			const host = await startCrashHost(folder, bundle, model.url);
			flowId ??= await createHostClient(host.url).createFlow(await supportFlow("crash"));
			const killed = killAt(host, moment, (listener) => {
				tell = listener;
			});
			try {
				for (let turn = 1; turn <= turnsPerLife && !killed.begun(); turn += 1) {
					tell("run-sent");
					const events = runStream(host.url, flowId, turnBody(`Life ${life}, turn ${turn}.`));
					for await (const event of events) note(event, acknowledged, (happening) => tell(happening));
				}
			} finally {
				await killed.now();
			}
			return foldCalls;
		},
		close: () => model.close(),
	};
}

/** Kills the host a little after the moment. Until then the listener hears what happens. */
function killAt(host: HostProcess, moment: Moment, listen: (listener: (happening: Happening) => void) => void) {
	let left = moment.occurrence;
	let kill: Promise<void> | undefined;
	listen((happening) => {
		if (happening !== moment.happening) return;
		left -= 1;
		if (left === 0) kill = new Promise((resolve) => setTimeout(resolve, moment.delayMs)).then(() => host.kill());
	});
	// The moment may not have come at all: then the kill comes here.
	return { begun: () => kill !== undefined, now: () => kill ?? host.kill() };
}

function note(event: StreamEvent, acknowledged: Map<string, string>, tell: (happening: Happening) => void): void {
	if (event.event === "error") throw new Error(`A turn failed: ${event.data.error}`);
	if (event.event === "add_message") acknowledged.set(event.data.id, event.data.text);
	if (event.event === "add_message") tell(event.data.sender === "User" ? "input-acknowledged" : "answer-acknowledged");
	if (event.event === "token") tell("token");
	if (event.event === "end") tell("run-ended");
}

function turnBody(input: string) {
	const agent = {
		model: [{ name: "chat-model", provider: "OpenAI" }],
		n_messages: 2,
		summarize_older_messages: true,
		pinned_keys: ["last_fold"],
		summary_model: [{ name: foldModel, provider: "OpenAI" }],
	};
	return { input_value: input, input_type: "chat", output_type: "chat", session_id: "crash", tweaks: { Agent: agent } };
}

function startCrashHost(dataDir: string, { entry, env }: BundledHost, modelUrl: string): Promise<HostProcess> {
	return startHostProcess({ dataDir, entry, env: { ...env, OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: "none", FOLDBACK_FOLD_THRESHOLD: "2" } });
}

function startCrashModel(tell: (happening: Happening) => void): Promise<ScriptedModel> {
	let folds = 0;
	return startScriptedModel(
		({ model, messages }) => {
			if (model !== foldModel) return { text: `Answer to: ${messages.at(-1)?.text} ${"and so on ".repeat(40)}` };
			folds += 1;
			return { text: JSON.stringify({ pinned: { last_fold: String(folds) }, summary: `- Fold ${folds} of the crash test.` }) };
		},
		{
			onCall: ({ model }) => model === foldModel && tell("fold-asked"),
			onAnswered: ({ model }) => model === foldModel && tell("fold-answered"),
		},
	);
}
