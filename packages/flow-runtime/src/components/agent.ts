import {
	type AgentContext,
	type AgentResponse,
	agentFields,
	agentOutputs,
	createAgentExecution,
	type FieldDefinition,
	parseAgentInputs,
	updateBuildConfig,
} from "@foldback/agent-component";
import { type ComponentDefinition, type FlowValue, type NodeCall, toolOutput } from "../component.ts";
import type { Field } from "../field.ts";
import type { Json, JsonObject } from "../json.ts";
import type { NodeInputs } from "../node-inputs.ts";
import { toolsMetadataField } from "../tool-settings.ts";

/** The Agent node: everything it does is in `@foldback/agent-component`; here its fields are read and its answer becomes a message. */
export const agent: ComponentDefinition = {
	type: "Agent",
	aliases: ["AgentComponent"],
	category: "models_and_agents",
	displayName: "Agent",
	description: "Define the agent's instructions, then enter a task to complete using tools.",
	icon: "bot",
	fields: [...agentFields.map(toField), toolsMetadataField],
	outputs: [...agentOutputs, toolOutput],
	asTool: { description: "An agent with instructions and tools of its own. Give it a task in full; it answers with text.", output: "response" },
	updateBuildConfig: (template, field, value) => updateBuildConfig(template, field, value) as JsonObject, // It changes flags of a JSON template.
	run: (call) => {
		const inputs = parseAgentInputs(rawInputs(call.inputs));
		const execution = createAgentExecution(inputs, agentContext(call, inputs.contextId));
		return {
			response: async () => toMessage(call, inputs.contextId, await execution.response()),
			structured_response: async () => ({ kind: "data", data: (await execution.structuredResponse()) as Json }), // Parsed from JSON.
		};
	},
};

function toField(definition: FieldDefinition): Field {
	const { type, value, multiline, password, tableSchema, ...field } = definition;
	const extra = {
		...(multiline ? { multiline } : {}),
		...(tableSchema ? { table_schema: tableSchema.map((column) => ({ ...column })) } : {}),
	};
	return { ...field, value: value as Json, extra }; // Defaults are plain data.
}

/** `agent_llm` and `llm` are what older exports call the model. */
const modelFields: ReadonlySet<string> = new Set(["model", "agent_llm", "llm", "summary_model"]);

/** Field values as the Agent reads them: an input message keeps the id of its row, so that the row is left out of the history. */
function rawInputs(inputs: NodeInputs): Readonly<Record<string, unknown>> {
	const connected = inputs.connected.map((field): [string, unknown] => {
		if (field === "tools") return [field, inputs.tools(field)];
		const model = modelFields.has(field) ? inputs.model(field)?.model : undefined;
		return [field === "llm" ? "agent_llm" : field, model ?? (field === "input_value" ? inputs.message(field)?.message : undefined) ?? inputs.text(field)];
	});
	return { ...inputs.literals, ...Object.fromEntries(connected) };
}

function agentContext({ context, request, sessionId, emit, warn }: NodeCall, contextId: string): AgentContext {
	const { models, source, compressor, files, streaming, afterRun, signal, now } = context;
	return {
		scope: { flowId: request.flowId, userId: request.userId, sessionId, contextId },
		models,
		...(source ? { source } : {}),
		...(compressor ? { compressor } : {}),
		...(files ? { files } : {}),
		...(streaming === undefined ? {} : { streaming }),
		afterRun,
		emit: (event) => (event.type === "warning" ? warn(event.text) : emit(event)),
		signal,
		now,
	};
}

function toMessage({ node, sessionId, messageId }: NodeCall, contextId: string, response: AgentResponse): FlowValue {
	const { text, contentBlocks, usage, model, durationMs } = response;
	const { inputTokens, outputTokens } = usage;
	const counted = {
		...(inputTokens === undefined ? {} : { input_tokens: inputTokens }),
		...(outputTokens === undefined ? {} : { output_tokens: outputTokens }),
		...(inputTokens === undefined || outputTokens === undefined ? {} : { total_tokens: inputTokens + outputTokens }),
	};
	return {
		kind: "message",
		streamedAs: messageId,
		message: {
			text,
			sender: "Machine",
			senderName: "AI",
			sessionId,
			contextId,
			files: [],
			properties: { icon: "Bot", source: { id: node.id, display_name: node.displayName, source: model }, usage: counted },
			contentBlocks,
			durationMs,
		},
	};
}
