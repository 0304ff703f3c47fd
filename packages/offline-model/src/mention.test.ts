import { expect, test } from "vitest";
import { findMention } from "./mention.ts";

const value = (sentence: string, name: string, description = "") => findMention(sentence, { name, description })?.value;

test.each([
	["project_id: PRJ-1", "project_id", "PRJ-1"],
	["- **Project ID:** PRJ-1", "project_id", "PRJ-1"],
	["My project number is PRJ-1, I think.", "project_id", "PRJ-1"],
	["I'm working on project PRJ-1 on the EU cluster.", "project_id", "PRJ-1"],
	["I'm working on project PRJ-1 on the EU cluster.", "cluster", "EU"],
	["The order #4711 is late.", "order_id", "4711"],
	["We use the staging cluster.", "cluster", "staging"],
	["My favourite colour is dark red.", "favouriteColour", "dark red"],
	['Our region = "eu west".', "region", "eu west"],
	["my name is Ann and I need help", "customer_name", "Ann"],
	["plan: gold", "billing_plan", "gold"],
])("%s gives %s %s", (sentence, name, expected) => {
	expect(value(sentence, name)).toBe(expected);
});

test.each([
	["We are not on the US cluster.", "cluster"],
	["It is the same cluster.", "cluster"],
	["2026-01-01T00:00:00 ERROR cluster 7 is down", "cluster"],
	["The cluster is unknown.", "cluster"],
	["Restart the cluster.", "cluster"],
	["We are on the EU cluster.", "region"],
])("%s says nothing of %s", (sentence, name) => {
	expect(value(sentence, name)).toBeUndefined();
});

test("an identifier's key is hardly sure of a value that is none", () => {
	const sure = findMention("My reservation is ZZ-9.", { name: "reservation_id", description: "" });
	const unsure = findMention("My reservation was created on 2024-05-06.", { name: "reservation_id", description: "" });
	expect(sure?.certainty).toBeGreaterThan(0.8);
	expect(unsure?.certainty ?? 0).toBeLessThan(0.4);
});

test("a description's words count less than the name's", () => {
	const named = findMention("Our region is eu-3.", { name: "region", description: "" });
	const described = findMention("Our region is eu-3.", { name: "location", description: "region of the customer" });
	expect(described?.value).toBe("eu-3");
	expect(described?.certainty).toBeLessThan(named?.certainty ?? 0);
});
