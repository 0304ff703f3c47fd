import type { SessionCompressor, TurnOptions } from "../compressor.ts";
import { createSessionCompressor } from "../create-compressor.ts";
import type { CompressorEvent } from "../events.ts";
import { createMemoryStateStore, createMessageLog, type MessageLog } from "../memory.ts";
import type { MessageSource } from "../message-source.ts";
import type { SessionScope } from "../scope.ts";
import type { SessionStateStore } from "../session-state-store.ts";
import { pinnedValue, type SessionMemoryState } from "../state.ts";
import { createHeld, createManualClock, createScriptedSummarizer, type Held, type ManualClock, type ScriptedStep } from "../testing.ts";
import type { Action, CallScript } from "./actions.fixture.ts";
import { type Asked, checkBatch, checkGrowth, checkView, factOf, need } from "./checker.fixture.ts";

/** Parts of the system to replace, by broken ones or by watched ones. */
export interface Parts {
	readonly store?: (store: SessionStateStore, log: MessageLog) => SessionStateStore;
	readonly source?: (source: MessageSource, log: MessageLog) => MessageSource;
	readonly onEvent?: (event: CompressorEvent) => void;
}

const session = { flowId: "flow", userId: "user", sessionId: "session" };
const scopes: readonly SessionScope[] = ["", "a", "b"].map((contextId) => ({ ...session, contextId }));
const agents = [["city"], ["city", "colour"], []].map((names) => names.map((name) => ({ name, description: "" })));
/** Starts the text of a message that no model can fold. */
const poison = "poison";
const limits = { foldThreshold: 3, maxBatch: 5, summaryWords: 100_000 };

const refusal: ScriptedStep = { reply: "Please provide the conversation." };

interface Play {
	readonly log: MessageLog;
	readonly store: SessionStateStore;
	readonly clock: ManualClock;
	readonly processes: readonly SessionCompressor[];
	readonly held: Held[];
	readonly running: Promise<unknown>[];
	/** First broken invariant. */
	violation: Error | undefined;
	/** No call is held any more. */
	ending: boolean;
	/** Ids and texts given so far. */
	given: number;
	readonly states: Map<string, SessionMemoryState>;
	readonly overrides: Map<string, string | null>;
}

/** Plays an interleaving; every view and every batch is checked. @throws Violation with the first broken invariant. */
export async function play(actions: readonly Action[], parts: Parts = {}): Promise<void> {
	const world = start(parts);
	for (const action of actions) {
		await perform(world, action);
		await drain();
		if (world.violation !== undefined) throw world.violation;
	}
	world.ending = true;
	for (const call of world.held) call.release();
	await Promise.all(world.processes.map((compressor) => compressor.settled()));
	await Promise.all(world.running);
	for (const [scope] of scopes.entries()) {
		await perform(world, { type: "recall", exclude: "nothing", process: scope, scope, agent: 0, recentMessages: 2, call: "fold" });
	}
	await Promise.all(world.running);
	if (world.violation !== undefined) throw world.violation;
}

function start(parts: Parts): Play {
	const clock = createManualClock();
	const log = createMessageLog({ now: clock.now });
	const memory = createMemoryStateStore({ log, now: clock.now });
	const store = parts.store?.(memory, log) ?? memory;
	const source = parts.source?.(log.source, log) ?? log.source;
	const { summarizer } = createScriptedSummarizer();
	const { onEvent = () => {} } = parts;
	const processes = (["inline", "background", "inline"] as const).map((foldTiming) =>
		createSessionCompressor({ source, store, clock, summarizer, foldTiming, onEvent, ...limits }),
	);
	const overrides = new Map<string, string | null>();
	log.onWrite(() => {
		for (const scope of scopes) if (!log.hasRows(scope)) overrides.delete(scope.contextId);
	});
	return { log, store, clock, processes, held: [], running: [], violation: undefined, ending: false, given: 0, states: new Map(), overrides };
}

/** Lets everything run on that waits for nothing but itself. */
function drain(): Promise<void> {
	return new Promise((resolve) => {
		setImmediate(resolve);
	});
}

async function perform(world: Play, action: Action): Promise<void> {
	switch (action.type) {
		case "say":
			return say(world, action);
		case "edit":
			return edit(world, action);
		case "delete": {
			const row = pick(world.log.rows(session), action.row);
			if (row) world.log.delete([row.id]);
			return;
		}
		case "recall":
			return recall(world, action);
		case "fold":
		case "rebuild": {
			const { compressor, options } = turnOf(world, action, undefined);
			world.running.push(guard(world, compressor[action.type](scopeOf(action.scope), options)));
			return;
		}
		case "go-on":
			return await goOn(world, action);
		case "overtake":
			return await overtake(world, action);
		case "override":
			return await override(world, action);
		case "release":
			pick(world.held, action.call)?.release();
			return;
		case "wait":
			world.clock.advance(action.ms);
			return;
	}
}

function say(world: Play, { context, kind, time }: Extract<Action, { type: "say" }>): void {
	world.given++;
	const rows = world.log.rows(session);
	const newest = rows.at(-1)?.timestampMs ?? world.clock.now();
	const times = { tie: newest, late: (pick(rows, context)?.timestampMs ?? newest) - 1, imported: newest + 1_000 };
	world.log.append({
		...scopeOf(context),
		id: `m${world.given}`,
		text: kind === "blank" ? " " : `${kind === "poison" ? poison : "v"}${world.given}`,
		error: kind === "error",
		role: world.given % 2 === 0 ? "assistant" : "user",
		...(time === "now" ? {} : { timestampMs: times[time] }),
	});
}

function edit(world: Play, { row, to }: Extract<Action, { type: "edit" }>): void {
	const target = pick(world.log.rows(session), row);
	if (!target) return;
	world.given++;
	const patches = { text: { text: `v${world.given}` }, blank: { text: "" }, error: { error: true }, sound: { error: false }, context: { contextId: "b" } };
	world.log.update(target.id, patches[to]);
}

function recall(world: Play, action: Extract<Action, { type: "recall" }>): void {
	const scope = scopeOf(action.scope);
	if (action.exclude === "new-input") say(world, { type: "say", context: action.scope, kind: "text", time: "now" });
	const rows = world.log.rows(session).filter((row) => scope.contextId === "" || row.contextId === scope.contextId);
	const input = action.exclude === "new-input" ? rows.at(-1) : pick(rows.slice(-12), action.agent);
	const exclude = action.exclude === "nothing" ? undefined : input?.id;
	const { compressor, options, asked } = turnOf(world, action, exclude);
	const viewed = compressor.recall(scope, exclude === undefined ? options : { ...options, exclude }).then((view) => {
		checkView(world.log, asked, view);
		const before = world.states.get(scope.contextId);
		checkGrowth(before, view.state);
		if (view.state) world.states.set(scope.contextId, view.state);
		checkOverride(world, scope, view.state);
	});
	world.running.push(guard(world, viewed));
}

async function goOn(world: Play, action: Extract<Action, { type: "go-on" }>): Promise<void> {
	for (let turns = 0; turns < 10; turns++) {
		world.clock.advance(700_000);
		recall(world, { ...action, type: "recall", exclude: "nothing" });
		await drain();
	}
}

async function overtake(world: Play, action: Extract<Action, { type: "overtake" }>): Promise<void> {
	const before = world.held.length;
	recall(world, { ...action, type: "recall", exclude: "nothing", call: "hold" });
	await drain();
	edit(world, { type: "edit", row: action.row, to: "text" });
	recall(world, { ...action, type: "recall", exclude: "nothing", process: action.process + 2, call: "fold" });
	await drain();
	for (const call of world.held.slice(before)) call.release();
}

function turnOf(world: Play, action: Extract<Action, { process: number }>, exclude: string | undefined) {
	const asked: Asked = { scope: scopeOf(action.scope), exclude, recentMessages: action.recentMessages, maxBatch: limits.maxBatch };
	const model = createScriptedSummarizer({
		fact: factOf,
		decide: (request) => {
			try {
				checkBatch(world.log, asked, request);
			} catch (violation) {
				note(world, violation);
			}
			return request.messages.some(({ text }) => text.startsWith(poison)) ? refusal : stepOf(world, action.call);
		},
	});
	const compressor = pick(world.processes, action.process);
	if (!compressor) throw new Error("The world has no processes: start it before playing.");
	const options: TurnOptions = { recentMessages: action.recentMessages, pinnedKeys: pick(agents, action.agent) ?? [], summarizer: model.summarizer };
	return { compressor, options, asked };
}

function stepOf(world: Play, call: CallScript): ScriptedStep {
	if (call === "refusal") return refusal;
	if (call === "rate-limited") return { fail: call };
	if (call === "fold" || world.ending) return "fold";
	const hold = createHeld();
	world.held.push(hold);
	return call === "hold" ? { hold } : { hold, afterwards: { fail: "server-error" } };
}

async function override(world: Play, { scope: at, value }: Extract<Action, { type: "override" }>): Promise<void> {
	const scope = scopeOf(at);
	const compressor = world.processes[0];
	const state = await world.store.load(scope);
	const result = await compressor?.override(scope, { city: value }, state ?? "absent");
	if (result?.saved) world.overrides.set(scope.contextId, value);
}

/** An override stays until it is released; it goes only with the last row of its scope. */
function checkOverride(world: Play, scope: SessionScope, state: SessionMemoryState | undefined): void {
	const value = world.overrides.get(scope.contextId);
	if (typeof value === "string" && state) need(pinnedValue(state.overrides, "city") === value, `the override ${value} is gone`);
}

async function guard(world: Play, work: Promise<unknown>): Promise<void> {
	try {
		await work;
	} catch (violation) {
		note(world, violation);
	}
}

function note(world: Play, violation: unknown): void {
	world.violation ??= violation instanceof Error ? violation : new Error(String(violation));
}

function scopeOf(index: number): SessionScope {
	return pick(scopes, index) ?? { ...session, contextId: "" };
}

function pick<T>(items: readonly T[], index: number): T | undefined {
	return items.length === 0 ? undefined : items[index % items.length];
}
