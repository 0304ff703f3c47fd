import { arithmeticIn } from "./arithmetic.ts";
import type { PropertySchema, ToolSchema } from "./tool-schema.ts";
import { isFunctionWord, stem, words } from "./words.ts";

/** A tool call that the input plainly asks for. */
export interface ToolRequest {
	readonly name: string;
	readonly args: Readonly<Record<string, unknown>>;
}

const urlPattern = /https?:\/\/[^\s<>"'`)\]]+/g;
const asksDate =
	/\b(?:what|which)(?:['’]s|\s+is)?\s+(?:the\s+|today['’]s\s+|current\s+)*(?:day|date|time|year|month|weekday)\b|\b(?:today['’]s|current)\s+(?:day|date|time)\b/i;
const isUrlName = /^(?:urls?|links?|uris?|web_?page|website|address)$/i;
const isTextName = /^(?:input|text|query|q|question|search(?:_query|_term)?|prompt|message|content|term|input_value|value)$/i;
const isSumName = /^(?:expression|expr|formula|equation|calculation|sum)$/i;

/** @returns the calls that the input asks for, each tool at most once; none when it asks for none or its arguments cannot be told from the input. */
export function toolRequests(input: string, tools: readonly ToolSchema[]): ToolRequest[] {
	const requests = [sumRequest(input, tools), urlRequest(input, tools), dateRequest(input, tools)].filter((request) => request !== undefined);
	if (requests.length > 0) return requests;
	const named = namedRequest(input, tools);
	return named === undefined ? [] : [named];
}

function sumRequest(input: string, tools: readonly ToolSchema[]): ToolRequest | undefined {
	const expression = arithmeticIn(input);
	if (expression === undefined) return undefined;
	const calculates = (tool: ToolSchema) => /calculat|arithmetic|mathematic|\bmath/i.test(`${tool.name} ${tool.description}`);
	for (const tool of tools) {
		const key = keyOf(tool, (name, { type }) => type === "string" && (isSumName.test(name) || (calculates(tool) && isTextName.test(name))));
		if (key !== undefined && isEnough(tool, [key])) return { name: tool.name, args: { [key]: expression } };
	}
	return undefined;
}

function urlRequest(input: string, tools: readonly ToolSchema[]): ToolRequest | undefined {
	const urls = [...new Set([...input.matchAll(urlPattern)].map(([url]) => url.replace(/[.,;:!?]+$/, "")))].slice(0, 10);
	if (urls.length === 0) return undefined;
	for (const tool of tools) {
		const key = keyOf(tool, (name, { type }) => isUrlName.test(name) && (type === "string" || type === "array"));
		if (key !== undefined && isEnough(tool, [key])) return { name: tool.name, args: { [key]: tool.properties[key]?.type === "array" ? urls : urls[0] } };
	}
	return undefined;
}

function dateRequest(input: string, tools: readonly ToolSchema[]): ToolRequest | undefined {
	if (!asksDate.test(input)) return undefined;
	const tool = tools.find(({ name, description }) => /date|time|clock|today/i.test(name) && /current|today|now|date/i.test(`${name} ${description}`));
	return tool !== undefined && isEnough(tool, []) ? { name: tool.name, args: {} } : undefined;
}

/** `Use the order lookup to find 4711`: the tool is named, and it takes one text. */
function namedRequest(input: string, tools: readonly ToolSchema[]): ToolRequest | undefined {
	const asked = /\b(?:use|call|run|invoke|with|using)\b\s+(?:the\s+|your\s+)?(.*)/is.exec(input.slice(0, 2000))?.[1];
	if (asked === undefined) return undefined;
	const stems = new Set(words(asked).map(stem));
	for (const tool of tools) {
		const name = words(tool.name.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ")).filter((word) => !isFunctionWord(word) && word !== "tool");
		if (name.length === 0 || !name.every((word) => stems.has(stem(word)))) continue;
		const key = tool.required.length === 1 ? tool.required[0] : keyOf(tool, (property, { type }) => type === "string" && isTextName.test(property));
		if (key === undefined) return isEnough(tool, []) ? { name: tool.name, args: {} } : undefined;
		if (isEnough(tool, [key]) && tool.properties[key]?.type === "string") return { name: tool.name, args: { [key]: objectOf(asked) } };
	}
	return undefined;
}

/** What follows `to find`, `for` and the like; else all of it. */
function objectOf(asked: string): string {
	const rest = /\b(?:to (?:find|get|look up|search(?: for)?|check|fetch|say|echo)|for|about|on|with|:)\s+(.+)$/is.exec(asked)?.[1] ?? asked;
	return rest.trim().replace(/[.?!]+$/, "");
}

function keyOf(tool: ToolSchema, fits: (name: string, property: PropertySchema) => boolean): string | undefined {
	return Object.entries(tool.properties).find(([name, property]) => fits(name, property))?.[0];
}

function isEnough(tool: ToolSchema, keys: readonly string[]): boolean {
	return tool.required.every((key) => keys.includes(key));
}
