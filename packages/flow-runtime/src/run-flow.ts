import { AgentError, type AgentEvent } from "@foldback/agent-component";
import type { FlowValue, NodeCall } from "./component.ts";
import { type Flow, nameOf } from "./flow.ts";
import { FlowError } from "./flow-error.ts";
import { dataText, type NodeInputs, plainMessage } from "./node-inputs.ts";
import { type PlannedNode, planRun } from "./plan-run.ts";
import { type RequestedRun, readRequest } from "./read-request.ts";
import type { ComponentRegistry } from "./registry.ts";
import { resolveInputs } from "./resolve-inputs.ts";
import type { ComponentOutput, FlowMessage, RunContext, RunRequest, RunResult } from "./run-context.ts";
import { storeFailure } from "./store-failure.ts";
import { uuidv7 } from "./uuid.ts";

/**
 * Runs a flow: only the nodes that the wanted outputs need, one after the other, each once, each output once.
 * @throws FlowError that names the node for everything that is wrong with the flow or the request, and for a component that failed (`cause`); the failure is
 * also stored as an error row, so that the chat shows it. When the signal aborts, its reason is thrown and nothing is stored.
 */
export async function runFlow(flow: Flow, request: RunRequest, context: RunContext, registry: ComponentRegistry): Promise<RunResult> {
	const plan = planRun(flow, registry, request);
	const run = startRun(readRequest(flow, registry, request), context);
	for (const { nodeId, text } of run.requested.warnings) context.onEvent({ type: "warning", text, ...(nodeId === undefined ? {} : { nodeId }) });
	for (const planned of plan) {
		context.signal.throwIfAborted();
		await runNode(planned, run);
	}
	context.signal.throwIfAborted();
	return {
		sessionId: run.outputs.findLast((output) => output.message.id !== undefined)?.message.sessionId ?? sessionOf(run),
		inputs: { input_value: request.inputValue ?? "" },
		outputs: run.outputs,
	};
}

/** What is known while a run goes on. */
interface Run {
	readonly requested: RequestedRun;
	readonly context: RunContext;
	/** Values by node and output. */
	readonly values: Map<PlannedNode["node"], Map<string, FlowValue>>;
	readonly outputs: ComponentOutput[];
	readonly secrets: Set<string>;
	readonly claimed: Set<string>;
	/** What the chat inputs passed on, once they have run. */
	readonly inputs: FlowMessage[];
}

/** The first chat input settles the session: the request's, else its own, else the flow id. */
function sessionOf({ inputs, requested }: Run): string {
	return inputs[0]?.sessionId ?? requested.sessionId;
}

function startRun(requested: RequestedRun, context: RunContext): Run {
	return { requested, context, values: new Map(), outputs: [], secrets: new Set(), claimed: new Set(), inputs: [] };
}

function storedInputIdOf({ inputs }: Run): string | undefined {
	return inputs.find((message) => message.id !== undefined)?.id;
}

async function runNode(planned: PlannedNode, run: Run): Promise<void> {
	const { context } = run;
	const { node } = planned;
	const startedMs = context.now();
	context.onEvent({ type: "node-started", nodeId: node.id });
	try {
		const inputs = await inputsOf(planned, run);
		const outputs = planned.definition.run(callOf(planned, run, inputs));
		const values = new Map<string, FlowValue>();
		run.values.set(node, values);
		for (const name of planned.outputs) {
			const value = await outputs[name]?.();
			if (!value) throw new FlowError({ code: "unsupported-output", message: `Node ${nameOf(node)} gives no output ${name}.`, remedy: "Connect another one." });
			values.set(name, value);
			if (planned.definition.receives === "chat" && value.kind === "message") run.inputs.push(value.message);
		}
		keepOutput(planned, run, values);
	} catch (error) {
		context.signal.throwIfAborted();
		const failure = describeFailure(error, planned, run.secrets);
		await storeFailure(failure, planned, { context, answers: storedInputIdOf(run), sessionId: sessionOf(run) });
		throw failure;
	}
	context.onEvent({ type: "node-finished", nodeId: node.id, durationMs: context.now() - startedMs });
}

function inputsOf(planned: PlannedNode, run: Run): Promise<NodeInputs> {
	const connected = new Map<string, FlowValue[]>();
	for (const link of planned.incoming) {
		const value = run.values.get(link.source)?.get(link.output);
		if (value) connected.set(link.field, [...(connected.get(link.field) ?? []), value]);
	}
	return resolveInputs(planned, {
		connected,
		tweaks: run.requested.tweaks.get(planned.node.id) ?? new Map(),
		variable: run.context.variable,
		warn: (text) => run.context.onEvent({ type: "warning", nodeId: planned.node.id, text }),
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
			if (event.type !== "token" || planned.shown) context.onEvent({ type: "agent", nodeId, messageId, event });
		},
		warn: (text) => context.onEvent({ type: "warning", nodeId, text }),
		claim: (id) => !run.claimed.has(id) && run.claimed.add(id).has(id),
	};
}

function keepOutput(planned: PlannedNode, run: Run, values: ReadonlyMap<string, FlowValue>): void {
	const value = planned.wanted === undefined ? undefined : values.get(planned.wanted);
	if (!value) return;
	const message = asMessage(value, sessionOf(run));
	if (message) run.outputs.push({ componentId: planned.node.id, componentDisplayName: planned.node.displayName, message });
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
		message: `Node ${nameOf(node)} failed: ${withoutSecrets(error instanceof Error ? error.message : String(error), secrets)}`,
		remedy: "",
		nodeId: node.id,
		nodeType: node.type,
		...(field === undefined ? {} : { field }),
		cause: error,
	});
}

/** Providers repeat keys in their errors. */
function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
	return [...secrets].filter((secret) => secret.length >= 4).reduce((clean, secret) => clean.split(secret).join("[secret]"), text);
}
