import { type CoveredRow, coverageViolations } from "./coverage.ts";
import type { MonitorMessage } from "./host-client.ts";
import { measurePrompt, type PromptMessage } from "./prompt.ts";
import { measureRawWindow } from "./raw-window.ts";
import type { ReplayContext } from "./replay-context.ts";
import { ReplayError } from "./replay-error.ts";
import { newFolds, type SessionMemory, usedMemory } from "./session-memory.ts";
import type { SessionPlan } from "./session-plan.ts";
import { settledMemory } from "./settled-memory.ts";
import type { SessionReport, TurnReport } from "./turn-report.ts";
import type { RecordedTurn } from "./turns.ts";

interface Call {
	readonly prompt: readonly PromptMessage[];
	readonly durationMs: number;
}

/**
 * Sends all turns of a session, one after the other, and lets folds end in between as they do while a person reads and types.
 * @throws ReplayError when a turn fails or the model was not called as expected.
 */
export async function replaySession(plan: SessionPlan, context: ReplayContext): Promise<SessionReport> {
	const reports: TurnReport[] = [];
	let previous: readonly PromptMessage[] | undefined;
	let before = await context.host.memory(context.flowId, plan.sessionId);
	for (const [index, turn] of plan.turns.entries()) {
		const call = await sendTurn(turn, `turn ${index + 1} of ${plan.session}`, plan, context);
		const rows = await context.host.messages(context.flowId, plan.sessionId);
		const after = await settledMemory(plan, before, context);
		const stored = rowViolations(rows, index, turn);
		const coverage = checkCoverage(rows, call.prompt, [before, after], context);
		const report: TurnReport = {
			session: plan.session,
			turn: index + 1,
			turns: plan.turns.length,
			size: measurePrompt(call.prompt, previous, context.countTokens),
			...newFolds(before, after),
			durationMs: call.durationMs,
			uncovered: coverage.uncovered,
			violations: [...stored, ...coverage.violations],
		};
		context.onTurn(report);
		reports.push(report);
		previous = call.prompt;
		before = after;
	}
	return { session: plan.session, turns: reports, raw: rawSizes(plan.turns, previous, context) };
}

async function sendTurn(turn: RecordedTurn, name: string, plan: SessionPlan, context: ReplayContext): Promise<Call> {
	context.endpoint.expect(plan.modelName, turn);
	const startedMs = performance.now();
	const run = await context.host.run(context.flowId, { input: turn.input, sessionId: plan.sessionId, tweaks: context.tweaks(plan.modelName) }).then(
		(answer) => ({ answer }),
		(error: unknown) => ({ error }),
	);
	const durationMs = performance.now() - startedMs;
	const prompt = context.endpoint.take(plan.modelName);
	const problems = context.endpoint.takeProblems(plan.modelName);
	if (problems.length > 0) throw new ReplayError(`In ${name} the recorded endpoint got calls that it cannot answer: ${problems.join(" ")}`);
	const notCalled = prompt ? "" : `The host did not call the recorded endpoint. Start it with OPENAI_BASE_URL=${context.endpoint.url} OPENAI_API_KEY=replay.`;
	if ("error" in run) {
		throw new ReplayError(`${name} failed: ${run.error instanceof Error ? run.error.message : String(run.error)}\n${notCalled}`, { cause: run.error });
	}
	if (!prompt) throw new ReplayError(`In ${name}: ${notCalled}`);
	if (run.answer !== turn.answer)
		throw new ReplayError(`In ${name} the host answered ${JSON.stringify(run.answer.slice(0, 200))} instead of the recorded text.`);
	return { prompt, durationMs };
}

/** Every acknowledged row is stored once, in order. */
function rowViolations(rows: readonly MonitorMessage[], index: number, turn: RecordedTurn): readonly string[] {
	const last = rows.slice(-2).map(({ text }) => text);
	return [
		...(rows.length === 2 * (index + 1) ? [] : [`${rows.length} rows are stored after turn ${index + 1}, not ${2 * (index + 1)}.`]),
		...(last[0] === turn.input && last[1] === turn.answer ? [] : ["The two newest rows are not the turn's input and answer."]),
	];
}

function checkCoverage(
	rows: readonly MonitorMessage[],
	prompt: readonly PromptMessage[],
	memories: readonly [SessionMemory, SessionMemory],
	context: ReplayContext,
): Pick<TurnReport, "uncovered" | "violations"> {
	const eligible = rows.filter(({ error, text, files }) => error !== true && (text.trim() !== "" || (files?.length ?? 0) > 0));
	const history = eligible.slice(0, -2).map(({ id, sender, text }): CoveredRow => ({ id, role: sender === "User" ? "user" : "assistant", text }));
	const sent = withoutSystem(prompt).slice(0, -1);
	const memory = usedMemory(memories, sent[0]);
	const { uncovered } = memory;
	const violations = coverageViolations({
		history,
		sent,
		cursorId: memory.state?.covered_until?.message_id,
		absorbedCount: memory.state?.absorbed_count ?? 0,
		recentMessages: context.recentMessages,
		uncovered,
	});
	return { uncovered, violations };
}

function rawSizes(turns: readonly RecordedTurn[], prompt: readonly PromptMessage[] | undefined, { countTokens }: ReplayContext): SessionReport["raw"] {
	const [first] = prompt ?? [];
	const system = first && isSystem(first) ? first : undefined;
	return { 100: measureRawWindow(turns, 100, system, countTokens), 10: measureRawWindow(turns, 10, system, countTokens) };
}

function withoutSystem(prompt: readonly PromptMessage[]): readonly PromptMessage[] {
	return prompt[0] && isSystem(prompt[0]) ? prompt.slice(1) : prompt;
}

function isSystem({ role }: PromptMessage): boolean {
	return role === "system" || role === "developer";
}
