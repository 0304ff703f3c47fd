import type { StructuredToolInterface } from "@langchain/core/tools";
import { z } from "zod";
import { calculate, maxExpressionChars } from "./calculate.ts";
import { loadTools } from "./langchain-core.ts";

const input = z.object({
	expression: z.string().min(1).max(maxExpressionChars).describe("Arithmetic expression, such as 4*4*(33/22)+12-20 or sqrt(2)^3."),
});

let made: StructuredToolInterface | undefined;

/** A tool that computes arithmetic expressions. Always the same one. */
export async function createCalculatorTool(): Promise<StructuredToolInterface> {
	const { tool } = await loadTools();
	made ??= tool(({ expression }) => calculate(expression), {
		name: "evaluate_expression",
		description: "Computes an arithmetic expression and returns the number.",
		schema: input,
	});
	return made;
}
