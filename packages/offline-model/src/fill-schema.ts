import { findMention } from "./mention.ts";
import { evidenceIn, type Passage } from "./passage.ts";
import { isQuestion } from "./sentences.ts";
import type { PropertySchema, ToolSchema } from "./tool-schema.ts";

const minCertainty = 0.4;

/**
 * Fills a tool's arguments from what the passages say about each argument's name and description; newest mention first.
 * An argument nobody mentions becomes the empty value of its type, so that the call stays valid.
 */
export function fillSchema(tool: ToolSchema, passages: readonly Passage[]): Record<string, unknown> {
	const texts = evidenceIn(passages.filter(({ role }) => role !== "system"))
		.map(({ text }) => text)
		.filter((text) => !isQuestion(text))
		.toReversed();
	return Object.fromEntries(Object.entries(tool.properties).map(([name, property]) => [name, argumentFor(name, property, texts)]));
}

function argumentFor(name: string, property: PropertySchema, texts: readonly string[]): unknown {
	if (property.type === "array") {
		const item = property.items ?? { type: "string", description: "" };
		const found = mentionIn(name, property.description, texts);
		return found === undefined ? [] : found.split(/\s*,\s*/).map((part) => converted(part, item.type));
	}
	return converted(mentionIn(name, property.description, texts), property.type);
}

function mentionIn(name: string, description: string, texts: readonly string[]): string | undefined {
	for (const text of texts) {
		const mention = findMention(text, { name, description });
		if (mention !== undefined && mention.certainty >= minCertainty) return mention.value;
	}
	return undefined;
}

function converted(value: string | undefined, type: string): unknown {
	const number = Number.parseFloat((value ?? "").replace(/[^\d.-]/g, ""));
	switch (type) {
		case "number":
			return Number.isFinite(number) ? number : 0;
		case "integer":
			return Number.isFinite(number) ? Math.trunc(number) : 0;
		case "boolean":
			return /^(?:true|yes|on|1)$/i.test(value ?? "");
		case "object":
			return {};
		default:
			return value ?? "";
	}
}
