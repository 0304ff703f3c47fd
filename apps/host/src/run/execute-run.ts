import type { RunEvent, RunRequest, RunResult } from "@foldback/flow-runtime";
import type { FlowRecord, RunRecord } from "@foldback/session-store";
import { duringWork } from "../current-work.ts";
import type { HostDependencies } from "../dependencies.ts";
import { createRunFiles } from "../files/run-files.ts";
import { describeError } from "../http/on-error.ts";
import { ProblemError } from "../http/problem.ts";
import { secretTexts } from "../secrets/flow-secrets.ts";
import { followRun } from "../telemetry/follow-run.ts";
import { createMessageWriter } from "./message-writer.ts";
import type { RunInput } from "./run-input.ts";
import { createRunRecorder } from "./run-recorder.ts";
import { shuttingDown } from "./turn-tracker.ts";

/** One run, as a route asks for it. */
export interface RunOrder {
	readonly flow: FlowRecord;
	readonly input: RunInput;
	/** Aborts when the client goes away: the run stops, and no half answer is stored. */
	readonly clientGone: AbortSignal;
	/** Id of the user's row, in a run that may be repeated. */
	readonly inputId?: string;
	readonly onEvent: (event: RunEvent) => void;
	/** Whether the client reads the answer as it is written. */
	readonly streaming: boolean;
	/** Resolves when the answer has been sent; the work that the run left, such as a background fold, starts then. */
	readonly answered: Promise<void>;
}

/** What a run gave, and the id under which `GET /api/v1/monitor/runs/{run_id}` tells of it. */
export interface FinishedRun {
	readonly runId: string;
	readonly result: RunResult;
}

/** Runs a flow. @throws problems: 4xx for what is wrong with flow or request, 502 for the model, 503 at shutdown. */
export function executeRun(deps: HostDependencies, order: RunOrder): Promise<FinishedRun> {
	const runId = crypto.randomUUID();
	return duringWork({ runId }, () => followRun(deps.telemetry, { runId, order }, (followed) => run(deps, followed, runId)));
}

async function run(deps: HostDependencies, order: RunOrder, runId: string): Promise<FinishedRun> {
	const turn = deps.turns.begin();
	if (!turn) throw shuttingDown();
	const leave = () => turn.abort(new ProblemError("cancelled", "The client went away before the answer was ready; the run was stopped."));
	order.clientGone.addEventListener("abort", leave, { once: true });
	if (order.clientGone.aborted) leave();
	const startedMs = deps.now();
	const recorder = createRunRecorder(deps.now);
	let ending: Pick<RunRecord, "status" | "code"> = { status: "finished", code: "" };
	const left: (() => Promise<unknown>)[] = [];
	try {
		const engine = await deps.engine();
		const { document, secrets } = await deps.vault.opened(order.flow.userId, order.flow.document);
		const running = engine.run(document, toRequest(order), {
			messages: createMessageWriter(deps.store.messages, order.flow, order.inputId),
			source: deps.store.source,
			compressor: deps.compressor,
			files: createRunFiles(deps.files, order.flow.id),
			mcpServers: deps.config.mcpServers,
			secrets: [...secrets, ...secretTexts(order.input.tweaks ?? {})],
			variable: deps.vault.resolver(order.flow.userId, order.flow.document),
			onEvent: (event) => {
				recorder.see(event);
				order.onEvent(event);
			},
			streaming: order.streaming,
			afterRun: (task) => left.push(task),
			signal: turn.signal,
			now: deps.now,
		});
		const result = await onDisk(running, deps.store);
		deps.log.info("run-finished", { flowId: order.flow.id, durationMs: deps.now() - startedMs, outputs: result.outputs.length });
		return { runId, result };
	} catch (error) {
		const reason: unknown = turn.signal.aborted ? turn.signal.reason : error;
		const problem = ProblemError.isInstance(reason) ? { problem: reason.kind, code: reason.extensions.code } : describeError(reason);
		ending = { status: turn.signal.aborted ? "cancelled" : "failed", code: String(problem.code ?? ("problem" in problem ? problem.problem : "")) };
		deps.log.warn("run-failed", { flowId: order.flow.id, durationMs: deps.now() - startedMs, ...problem });
		throw reason;
	} finally {
		order.clientGone.removeEventListener("abort", leave);
		const { details, ...rows } = recorder.trace();
		const { id: flowId, userId } = order.flow;
		const run = {
			id: runId,
			flowId,
			userId,
			...rows,
			...ending,
			startedAtMs: startedMs,
			durationMs: deps.now() - startedMs,
			details,
		};
		deps.runs.add(run, order.answered);
		for (const task of left) deps.turns.later("after-run", () => order.answered.then(task));
		turn.end();
	}
}

/** One wait for the disk covers all rows of a run, also those of one that failed: nobody is told of them before. */
async function onDisk(running: Promise<RunResult>, store: HostDependencies["store"]): Promise<RunResult> {
	try {
		return await running;
	} finally {
		await store.synced();
	}
}

function toRequest({ flow, input }: RunOrder): RunRequest {
	return {
		flowId: flow.id,
		userId: flow.userId,
		sessionId: input.session_id ?? "",
		...(typeof input.input_value === "string" ? { inputValue: input.input_value } : {}),
		inputType: input.input_type ?? "chat",
		outputType: input.output_type ?? "chat",
		outputComponent: input.output_component ?? "",
		tweaks: input.tweaks ?? {},
		...(input.files ? { files: input.files } : {}),
	};
}
