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
	const errors = result.error.issues.slice(0, 20).map((issue) => describeIssue(issue, result.target, "data" in result ? result.data : undefined));
	const details = errors.map(({ field, value, message }) => `${field || "the body"} is ${value}: ${message}`);
	throw new ProblemError("invalid-input", `${details.join("; ")}. See ${context.req.method} in /openapi.json for what is allowed.`, { extensions: { errors } });
};

function describeIssue(issue: z.core.$ZodIssue, target: Target, input: unknown): InvalidValue {
	const field = issue.path.map(String).join(".");
	const given = issue.path.reduce<unknown>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), input);
	const value = given === undefined ? "missing" : quoteValue(given, String(issue.path.at(-1) ?? ""));
	return { in: places[target], field, value, message: issue.message };
}

const places: Readonly<Record<Target, string>> = { json: "body", query: "query", param: "path", header: "header", form: "body", cookie: "cookie" };

function isObject(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
	return typeof value === "object" && value !== null;
}
