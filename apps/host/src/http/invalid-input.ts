import type { Hook } from "@hono/zod-openapi";
import type { z } from "zod";
import type { HostEnvironment } from "./environment.ts";
import { ProblemError, quoteValue } from "./problem.ts";

type Target = "json" | "query" | "param" | "header" | "form" | "cookie";

/** What is wrong with one value: where it is, what it is, and what is allowed. */
interface InvalidValue {
	readonly in: string;
	readonly field: string;
	readonly value: string;
	readonly message: string;
}

/** Turns what zod found into one problem that names each field, its value and what is allowed. */
export const rejectInvalidInput: Hook<unknown, HostEnvironment, string, unknown> = (result, context) => {
	if (result.success) return;
	// Without a content type nothing was read, and the framework has put an empty object in its place.
	const isUnread = result.target === "json" && context.req.header("content-type") === undefined;
	const data = "data" in result && !isUnread ? result.data : undefined;
	const errors = result.error.issues.slice(0, 20).map((issue) => describeIssue(issue, result.target, data));
	const details = errors.map(({ field, value, message }) => `${field || "the body"} is ${value}: ${message}`);
	throw new ProblemError("invalid-input", `${details.join("; ")}. See ${context.req.method} in /openapi.json for what is allowed.`, { extensions: { errors } });
};

/** What zod found in a document that is no request, in one line: `name: it must be a text`. */
export function describeIssues({ issues }: z.ZodError): string {
	return `${issues
		.slice(0, 5)
		.map((issue) => `${issue.path.length === 0 ? "it" : issue.path.map(String).join(".")}: ${allowed(issue)}`)
		.join("; ")}.`;
}

function describeIssue(issue: z.core.$ZodIssue, target: Target, input: unknown): InvalidValue {
	const field = issue.path.map(String).join(".");
	const given = issue.path.reduce<unknown>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), input);
	const value = given === undefined ? "missing" : quoteValue(given, String(issue.path.at(-1) ?? ""));
	return { in: places[target], field, value, message: allowed(issue) };
}

/** What zod says of itself names types of the language, not of the wire. */
function allowed(issue: z.core.$ZodIssue): string {
	if (issue.code !== "invalid_type" || !issue.message.startsWith("Invalid input")) return issue.message;
	return `it must be ${types[issue.expected] ?? issue.expected}`;
}

const types: Readonly<Record<string, string>> = {
	string: "a text",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	array: "a list",
	object: "an object",
	record: "an object",
};

const places: Readonly<Record<Target, string>> = { json: "body", query: "query", param: "path", header: "header", form: "body", cookie: "cookie" };

function isObject(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
	return typeof value === "object" && value !== null;
}
