import type { MathNode } from "mathjs/number";

/** Longer expressions are refused. */
export const maxExpressionChars = 500;
const maxNodes = 200;
/** Functions that an expression may call: numbers in, a number out, each quick whatever its argument. */
const allowedFunctions = new Set(
	"abs cbrt ceil cos cosh acos exp fix floor gcd hypot lcm log log10 log2 max mean median min mod nthRoot pow round sign sin sinh asin sqrt square cube std sum tan tanh atan atan2".split(
		" ",
	),
);
const allowedSymbols = new Set(["pi", "e", "tau", "phi", "PI", "E"]);
const allowedNodes = new Set(["ConstantNode", "FunctionNode", "OperatorNode", "ParenthesisNode", "SymbolNode"]);
const refused = new Set(["!", "to", "in", "'"]);

/** What is used of mathjs, kept from before the rest was switched off. */
interface Calculator {
	readonly parse: (expression: string) => MathNode;
	readonly format: (value: number) => string;
}

let calculator: Promise<Calculator> | undefined;

/**
 * Computes an expression of numbers, operators and common functions. The expression is parsed and its tree checked against lists of what is allowed
 * before anything runs: no assignments, function definitions, strings, units, matrices or property access.
 * @throws an Error that says what is not allowed or wrong.
 */
export async function calculate(expression: string): Promise<string> {
	if (expression.length > maxExpressionChars) {
		throw new Error(`The expression has ${expression.length} characters, but at most ${maxExpressionChars} are allowed.`);
	}
	calculator ??= loadCalculator();
	const { parse, format } = await calculator;
	const tree = parse(expression.replaceAll("**", "^").replaceAll("×", "*").replaceAll("÷", "/"));
	checkTree(tree);
	const result: unknown = tree.compile().evaluate({});
	if (typeof result !== "number" || !Number.isFinite(result)) {
		throw new Error("The result is no finite number: check for a division by zero, the root of a negative number, or overflow.");
	}
	return format(result);
}

/** Plain numbers only: half of mathjs, and no matrices, units or big numbers to exhaust memory with. */
async function loadCalculator(): Promise<Calculator> {
	const { all, create } = await import("mathjs/number");
	if (all === undefined) throw new Error("mathjs/number has no functions.");
	const math = create(all, { predictable: true });
	const { parse, format } = math;
	math.import(Object.fromEntries(switchedOff.map((name) => [name, refuse])), { override: true });
	return { parse: (expression) => parse(expression), format: (value) => format(value, { precision: 15 }) };
}

const switchedOff = ["import", "createUnit", "evaluate", "parse", "simplify", "derivative", "resolve", "reviver"];

function refuse(): never {
	throw new Error("This function is not allowed.");
}

function checkTree(tree: MathNode): void {
	let count = 0;
	tree.traverse((node) => {
		count += 1;
		if (count > maxNodes) throw new Error(`The expression has more than ${maxNodes} parts.`);
		checkNode(node);
	});
}

function checkNode(node: MathNode): void {
	if (!allowedNodes.has(node.type)) throw new Error("Only numbers, operators, parentheses and functions such as sqrt(2) are allowed.");
	if ("op" in node && typeof node.op === "string" && refused.has(node.op)) throw new Error(`The operator ${JSON.stringify(node.op)} is not allowed.`);
	if ("value" in node && node.type === "ConstantNode" && typeof node.value !== "number") throw new Error("Only numbers are allowed as constants.");
	if (node.type !== "SymbolNode" || !("name" in node)) return;
	const name = String(node.name);
	if (!allowedSymbols.has(name) && !allowedFunctions.has(name))
		throw new Error(`${JSON.stringify(name.slice(0, 40))} is not allowed: use numbers, operators, pi, e, and functions such as sqrt, sin, log, max.`);
}
