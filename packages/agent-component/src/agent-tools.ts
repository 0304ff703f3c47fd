import type { StructuredToolInterface } from "@langchain/core/tools";
import { createCalculatorTool } from "./calculator-tool.ts";
import { createCurrentDateTool } from "./current-date-tool.ts";
import type { AgentInputs } from "./parse-agent-inputs.ts";

/** @returns the connected tools, then the built-in ones that are switched on. A connected tool with a built-in's name takes its place. */
export async function agentTools(
	inputs: Pick<AgentInputs, "tools" | "addCurrentDateTool" | "addCalculatorTool">,
	now: () => number,
): Promise<readonly StructuredToolInterface[]> {
	const builtIn = await Promise.all([
		...(inputs.addCurrentDateTool ? [createCurrentDateTool(now)] : []),
		...(inputs.addCalculatorTool ? [createCalculatorTool()] : []),
	]);
	const connected = new Set(inputs.tools.map(({ name }) => name));
	return [...inputs.tools, ...builtIn.filter(({ name }) => !connected.has(name))];
}
