import { AgentError, type AgentEvent, failureText } from "@foldback/agent-component";
import type { Link } from "./check-flow.ts";
import { type FlowValue, type NodeCall, type NodeOutputs, toolOutput } from "./component.ts";
import { componentTool } from "./component-tool.ts";
import { type Flow, nameOf } from "./flow.ts";
import { FlowError } from "./flow-error.ts";
import { flowPinnedKeys } from "./flow-pinned-keys.ts";
import { type TextOrigin, withKeepableInstructions } from "./kept-instructions.ts";
import { dataText, type NodeInputs, plainMessage } from "./node-inputs.ts";
import { type PlannedNode, planRun } from "./plan-run.ts";
import { type RequestedRun, readRequest } from "./read-request.ts";
import type { ComponentRegistry } from "./registry.ts";
import { resolveInputs } from "./resolve-inputs.ts";
import type { ComponentOutput, FlowMessage, RunContext, RunRequest, RunResult } from "./run-context.ts";
import { createRunRows, type RunRows } from "./run-rows.ts";
import { runScheduled } from "./schedule.ts";
import { sharePinnedKeys } from "./share-pinned-keys.ts";
import { storeFailure } from "./store-failure.ts";
import { uuidv7 } from "./uuid.ts";
import { withoutSecrets } from "./without-secrets.ts";

/**
 * Runs a flow: only the nodes that the wanted outputs need, each once, each output once, independent ones at the same time. What hangs on a
 * branch that was not taken does not run.
 * @throws FlowError that names the node for everything that is wrong with the flow or the request, and for a component that failed (`cause`); the failure is
 * also stored as an error row, so that the chat shows it. When the signal aborts, its reason is thrown and nothing is stored.
 */
export async function runFlow(flow: Flow, request: RunRequest, context: RunContext, registry: ComponentRegistry): Promise<RunResult> {
	const plan = planRun(flow, registry, request);
	const requested = readRequest(flow, registry, request);
	const run = startRun(plan, requested, { ...context, ...sharedMemory(context, flowPinnedKeys(flow, registry, requested.tweaks)) });
	for (const { nodeId, text } of run.requested.warnings) context.onEvent({ type: "warning", text, ...(nodeId === undefined ? {} : { nodeId }) });
	const inputs = plan.findLastIndex(({ definition }) => definition.receives === "chat") + 1;
	// The user's row is there, and the session is known, before anything else runs.
	try {
		for (const part of [plan.slice(0, inputs), plan.slice(inputs)]) await runPart(part, run);
	} finally {
		await Promise.allSettled(run.closings.map((close) => close()));
	}
	context.signal.throwIfAborted();
	const outputs = plan.flatMap((planned) => run.outputs.get(planned) ?? []);
	return {
		sessionId: outputs.findLast((output) => output.message.id !== undefined)?.message.sessionId ?? sessionOf(run),
		inputs: { input_value: request.inputValue ?? "" },
		outputs,
	};
}

/** Nodes of one run that run at the same time at most. */
const maxParallelNodes = 4;

function runPart(part: readonly PlannedNode[], run: Run): Promise<void> {
	const byNode = new Map(part.map((planned) => [planned.node, planned]));
	return runScheduled(part, {
		dependenciesOf: ({ incoming }) => incoming.flatMap((link) => byNode.get(link.source) ?? []),
		isUrgent: ({ definition }) => definition.storesMessages === true,
		limit: maxParallelNodes,
		run: (planned) => runNode(planned, run),
	});
}

/** What is known while a run goes on. */
interface Run {
	readonly plan: readonly PlannedNode[];
	readonly requested: RequestedRun;
	readonly context: RunContext;
	/** Values by node and output. */
	readonly values: Map<PlannedNode["node"], Map<string, FlowValue>>;
	readonly outputs: Map<PlannedNode, ComponentOutput>;
	readonly secrets: Set<string>;
	readonly rows: RunRows;
	/** What nodes have opened for the time of the run. */
	readonly closings: (() => Promise<void>)[];
	/** Stops what still runs when a node has failed. */
	readonly stop: (failure: FlowError) => void;
	/** What the chat inputs passed on, once they have run. */
	readonly inputs: FlowMessage[];
}

/** The first chat input settles the session: the request's, else its own, else the flow id. */
function sessionOf({ inputs, requested }: Run): string {
	return inputs[0]?.sessionId ?? requested.sessionId;
}

function startRun(plan: readonly PlannedNode[], requested: RequestedRun, context: RunContext): Run {
	const failed = new AbortController();
	const signal = AbortSignal.any([context.signal, failed.signal]);
	return {
		plan,
		requested,
		context: { ...context, signal },
		values: new Map(),
		outputs: new Map(),
		secrets: new Set(context.secrets),
		rows: createRunRows(),
		closings: [],
		inputs: [],
		stop: (failure) => failed.abort(failure),
	};
}

function sharedMemory({ compressor }: RunContext, keys: ReturnType<typeof flowPinnedKeys>): Pick<RunContext, "compressor"> {
	return compressor ? { compressor: sharePinnedKeys(compressor, keys) } : {};
}

function storedInputIdOf({ inputs }: Run): string | undefined {
	return inputs.find((message) => message.id !== undefined)?.id;
}

async function runNode(planned: PlannedNode, run: Run): Promise<void> {
	const { context } = run;
	const nodeId = planned.node.id;
	context.signal.throwIfAborted();
	if (isOnDeadBranch(planned, run)) return context.onEvent({ type: "node-skipped", nodeId });
	const startedMs = context.now();
	context.onEvent({ type: "node-started", nodeId });
	try {
		await execute(planned, run);
		context.signal.throwIfAborted();
	} catch (error) {
		context.signal.throwIfAborted();
		const failure = describeFailure(error, planned, run.secrets);
		await storeFailure(failure, planned, { context, answers: storedInputIdOf(run), sessionId: sessionOf(run) });
		run.stop(failure);
		throw failure;
	}
	context.onEvent({ type: "node-finished", nodeId, durationMs: context.now() - startedMs });
}

/** A field to which something is connected, and to which nothing came. */
function isOnDeadBranch({ incoming }: PlannedNode, run: Run): boolean {
	const fields = Map.groupBy(incoming, (link) => link.field);
	return [...fields.values()].some((links) => links.every((link) => valueOn(link, run) === undefined));
}

function valueOn({ source, output }: Link, { values }: Run): FlowValue | undefined {
	const value = values.get(source)?.get(output);
	return value?.kind === "nothing" ? undefined : value;
}

async function execute(planned: PlannedNode, run: Run): Promise<void> {
	const { node, definition } = planned;
	const call = callOf(planned, run, await inputsOf(planned, run));
	const { asTool } = definition;
	const isTool = (name: string) => name === toolOutput.name && asTool !== undefined;
	const outputs: NodeOutputs = planned.outputs.every(isTool) ? {} : definition.run(call);
	const values = new Map<string, FlowValue>();
	run.values.set(node, values);
	for (const name of planned.outputs) {
		const value = asTool && isTool(name) ? await componentTool(definition, asTool, call) : await outputs[name]?.();
		if (!value) throw new FlowError({ code: "unsupported-output", message: `Node ${nameOf(node)} gives no output ${name}.`, remedy: "Connect another one." });
		values.set(name, value);
		if (definition.receives === "chat" && value.kind === "message") run.inputs.push(value.message);
	}
	keepOutput(planned, run, values);
}

function inputsOf(planned: PlannedNode, run: Run): Promise<NodeInputs> {
	const connected = new Map<string, FlowValue[]>();
	for (const link of planned.incoming) {
		const value = valueOn(link, run);
		if (value) connected.set(link.field, [...(connected.get(link.field) ?? []), value]);
	}
	return resolveInputs(planned, {
		connected,
		tweaks: run.requested.tweaks.get(planned.node.id) ?? new Map(),
		variable: run.context.variable,
		warn: (text) => run.context.onEvent({ type: "warning", nodeId: planned.node.id, text: withoutSecrets(text, run.secrets) }),
		onSecret: (secret) => run.secrets.add(secret),
	});
}

function callOf(planned: PlannedNode, run: Run, inputs: NodeInputs): NodeCall {
	const { context } = run;
	const nodeId = planned.node.id;
	const messageId = uuidv7(context.now());
	return {
		node: planned.node,
		inputs,
		request: run.requested.request,
		context,
		sessionId: sessionOf(run),
		storedInputId: storedInputIdOf(run),
		messageId,
		emit: (event: AgentEvent) => {
			if (event.type === "token" && !planned.shown) return;
			context.onEvent({ type: "agent", nodeId, messageId, shown: planned.shown, event: withKeepableInstructions(event, planned, originIn(run)) });
		},
		warn: (text) => context.onEvent({ type: "warning", nodeId, text: withoutSecrets(text, run.secrets) }),
		failureText: (error) => withoutSecrets(failureText(error), run.secrets),
		rows: run.rows,
		onRunEnd: (close) => run.closings.push(close),
	};
}

function originIn({ plan, requested, secrets }: Run): TextOrigin {
	return {
		planned: (node) => plan.find((other) => other.node === node),
		tweaks: requested.tweaks,
		request: requested.request,
		withoutSecrets: (text) => withoutSecrets(text, secrets),
	};
}

function keepOutput(planned: PlannedNode, run: Run, values: ReadonlyMap<string, FlowValue>): void {
	const value = planned.wanted === undefined ? undefined : values.get(planned.wanted);
	if (!value) return;
	const message = asMessage(value, sessionOf(run));
	if (message) run.outputs.set(planned, { componentId: planned.node.id, componentDisplayName: planned.node.displayName, message });
}

function asMessage(value: FlowValue, sessionId: string): FlowMessage | undefined {
	if (value.kind === "message") return value.message;
	return value.kind === "data" ? { ...plainMessage(dataText(value.data), { sessionId, contextId: "" }), sender: "Machine", senderName: "AI" } : undefined;
}

function describeFailure(error: unknown, { node }: PlannedNode, secrets: ReadonlySet<string>): FlowError {
	if (FlowError.isInstance(error) && error.nodeId !== undefined) return error;
	const field = typeof error === "object" && error !== null && "field" in error && typeof error.field === "string" ? error.field : undefined;
	return new FlowError({
		code: FlowError.isInstance(error) ? error.code : AgentError.isInstance(error) && error.code === "invalid-input" ? "invalid-value" : "node-failed",
		message: `Node ${nameOf(node)} failed: ${withoutSecrets(failureText(error), secrets)}`,
		remedy: "",
		nodeId: node.id,
		nodeType: node.type,
		...(field === undefined ? {} : { field }),
		cause: error,
	});
}
