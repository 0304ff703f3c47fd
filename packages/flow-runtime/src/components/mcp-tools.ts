import type { StructuredToolInterface } from "@langchain/core/tools";
import { type ComponentDefinition, type FlowValue, type NodeCall, toolOutput } from "../component.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { findServer } from "../mcp/find-server.ts";
import { toolSettings, toolsMetadataField } from "../tool-settings.ts";

/** Tools of an MCP server, for Agents; or one of them as a step of the flow. Which programs may be started is the host's decision alone. */
export const mcpTools: ComponentDefinition = {
	type: "MCPTools",
	aliases: ["MCPToolsComponent", "MCPComponent", "MCPSse", "MCPStdio"],
	category: "models_and_agents",
	displayName: "MCP Tools",
	description: "Connect to an MCP server to use its tools.",
	icon: "Mcp",
	fields: [
		{ name: "mcp_server", displayName: "MCP Server", inputType: "McpInput", value: "", info: "Name of a server that this host allows." },
		{
			name: "server_url",
			displayName: "Server URL",
			inputType: "MessageTextInput",
			value: "",
			info: "Instead of a name: the URL of a server at a public address, over streamable HTTP or the older SSE.",
		},
		{ name: "headers", displayName: "Headers", inputType: "TableInput", value: [], info: "HTTP headers to send to a server by URL.", advanced: true },
		{ name: "tool", displayName: "Tool", inputType: "StrInput", value: "", info: "The tool that a step of the flow calls. Agents get all tools." },
		{
			name: "arguments",
			displayName: "Arguments",
			inputType: "MultilineInput",
			value: "",
			info: "The tool's arguments as a JSON object, for a step of the flow.",
			inputTypes: ["Message", "Data"],
			advanced: true,
		},
		toolsMetadataField,
	],
	outputs: [{ name: "response", displayName: "Response", types: ["DataFrame", "Data"] }, toolOutput],
	run: (call) => {
		let loaded: Promise<readonly StructuredToolInterface[]> | undefined;
		const tools = () => {
			loaded ??= connect(call);
			return loaded;
		};
		return {
			response: async () => callTool(call, await tools()),
			component_as_tool: async () => ({ kind: "tools", tools: offered(call, await tools()) }),
		};
	},
};

async function connect(call: NodeCall): Promise<readonly StructuredToolInterface[]> {
	const { inputs, context } = call;
	const server = findServer(inputs, context);
	const { connectMcp } = await import("../mcp/connect.ts");
	const { loadTools } = await import("../mcp/load-tools.ts");
	const { signal, allowAddresses } = context;
	const { client, close } = await connectMcp(server, { signal, ...(allowAddresses ? { allowAddresses } : {}) });
	call.onRunEnd(close);
	return loadTools(client, server.name, signal);
}

/** Names and descriptions as the node says, and only tools that it has not switched off. */
function offered({ inputs }: NodeCall, tools: readonly StructuredToolInterface[]): readonly StructuredToolInterface[] {
	return tools.flatMap((tool) => {
		const { name, description, enabled } = toolSettings(inputs, { name: tool.name, description: tool.description }, { isOnly: false });
		return enabled ? [Object.assign(tool, { name: name.replace(/[^\w-]+/g, "_").slice(0, 64), description })] : [];
	});
}

async function callTool({ inputs, context }: NodeCall, tools: readonly StructuredToolInterface[]): Promise<FlowValue> {
	const name = inputs.text("tool");
	const tool = tools.find((candidate) => candidate.name === name);
	if (!tool) throw inputs.refuse("tool", name, `one of the server's tools: ${tools.map((candidate) => candidate.name).join(", ")}`);
	const output: unknown = await tool.invoke(argumentsOf(inputs, tool), { signal: context.signal });
	const text = typeof output === "string" ? output : textOf(output);
	const data = jsonOf(text);
	return { kind: "data", data: isJsonObject(data) || Array.isArray(data) ? data : { text } };
}

/** The field `arguments`, and over it fields that are called like the tool's own, as Langflow's editor makes them. */
function argumentsOf(inputs: NodeCall["inputs"], { schema }: StructuredToolInterface): JsonObject {
	const written = inputs.text("arguments");
	const given = written.trim() === "" ? {} : jsonOf(written);
	if (!isJsonObject(given)) throw inputs.refuse("arguments", written, "a JSON object");
	const properties: unknown = isJsonObject(schema) ? schema.properties : undefined;
	const names = isJsonObject(properties) ? Object.keys(properties) : [];
	const own = mcpTools.fields.map((field) => field.name);
	const values = names
		.filter((name) => !own.includes(name))
		.flatMap((name): [string, Json][] => {
			const value = inputs.connected.includes(name) ? inputs.text(name) : inputs.literal(name);
			return value === undefined || value === "" ? [] : [[name, value]];
		});
	return { ...given, ...Object.fromEntries(values) };
}

function textOf(output: unknown): string {
	const blocks: readonly unknown[] = Array.isArray(output) ? output : [output];
	return blocks.map((block) => (isJsonObject(block) && typeof block.text === "string" ? block.text : "")).join("\n");
}

function jsonOf(text: string): Json | undefined {
	try {
		return JSON.parse(text) as Json; // JSON holds nothing else.
	} catch {
		return undefined;
	}
}
