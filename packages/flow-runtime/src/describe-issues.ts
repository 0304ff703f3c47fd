import type * as z from "zod";

/** @returns what zod found, as a sentence in words of JSON: `data.nodes must be a list; data.edges must be a list.` */
export function describeIssues({ issues }: Pick<z.ZodError, "issues">): string {
	return `${issues.slice(0, maxIssues).map(describe).join("; ")}.`;
}

const maxIssues = 5;

function describe(issue: z.core.$ZodIssue): string {
	const place = issue.path.length === 0 ? "it" : issue.path.map(String).join(".");
	return issue.code === "invalid_type" ? `${place} must be ${types[issue.expected] ?? issue.expected}` : `${place}: ${issue.message}`;
}

const types: Readonly<Record<string, string>> = { string: "a text", number: "a number", boolean: "true or false", array: "a list", object: "an object" };
