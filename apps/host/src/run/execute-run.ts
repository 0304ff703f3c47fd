import type { RunContext, RunEvent, RunRequest, RunResult } from "@foldback/flow-runtime";
import type { FlowRecord } from "@foldback/session-store";
import { duringWork } from "../current-work.ts";
import type { HostDependencies } from "../dependencies.ts";
import { createRunFiles } from "../files/run-files.ts";
import { ProblemError } from "../http/problem.ts";
import { secretTexts } from "../secrets/flow-secrets.ts";
import type { CallerTrace } from "../telemetry/caller-trace.ts";
import { followRun } from "../telemetry/follow-run.ts";
import { createMessageWriter } from "./message-writer.ts";
import { openRunAccount, type RunAccount } from "./run-account.ts";
import type { RunInput } from "./run-input.ts";
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
	/** The run is part of the caller's trace, if it has one. */
	readonly caller?: CallerTrace | undefined;
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
	const account = openRunAccount(deps, { runId, flow: order.flow, answered: order.answered });
	const left: (() => Promise<unknown>)[] = [];
	try {
		const result = await runFlow(deps, order, { see: account.see, afterRun: (task) => left.push(task), signal: turn.signal });
		account.finished(result);
		return { runId, result };
	} catch (error) {
		const { aborted } = turn.signal;
		const reason: unknown = aborted ? turn.signal.reason : error;
		account.failed(reason, aborted ? "cancelled" : "failed");
		throw reason;
	} finally {
		order.clientGone.removeEventListener("abort", leave);
		for (const task of left) deps.turns.later("after-run", () => order.answered.then(task));
		turn.end();
	}
}

/** Runs the flow itself. One wait for the disk covers all rows of it, also those of a run that failed: nobody is answered before. */
async function runFlow(
	deps: HostDependencies,
	order: RunOrder,
	{ see, afterRun, signal }: Pick<RunAccount, "see"> & Pick<RunContext, "afterRun" | "signal">,
): Promise<RunResult> {
	const { flow, input } = order;
	const engine = await deps.engine();
	const { document, secrets } = await deps.vault.opened(flow.userId, flow.document);
	try {
		return await engine.run(document, toRequest(order), {
			messages: createMessageWriter(deps.store.messages, flow, order.inputId),
			source: deps.store.source,
			compressor: deps.compressor,
			files: createRunFiles(deps, flow),
			mcpServers: deps.config.mcpServers,
			secrets: [...secrets, ...secretTexts(input.tweaks ?? {})],
			variable: deps.vault.resolver(flow.userId, flow.document),
			onEvent(event) {
				see(event);
				order.onEvent(event);
			},
			streaming: order.streaming,
			afterRun,
			signal,
			now: deps.now,
		});
	} finally {
		await deps.store.synced();
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
