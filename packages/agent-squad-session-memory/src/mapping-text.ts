import { isTextPart } from "./message-text.ts";
import type { MessageTransform } from "./transforming.ts";

/**
 * A transform that applies `map` to every text part of a message, in order. Role, order, other fields and parts of other kinds stay as they are, text
 * inside them (a tool's result, say) included.
 */
export function mappingText(map: (text: string) => string | Promise<string>): MessageTransform {
	return async (message) => {
		if (message.content === undefined) return message;
		const content: unknown[] = [];
		for (const part of message.content) content.push(isTextPart(part) ? { ...part, text: await mapped(map, part.text) } : part);
		return { ...message, content };
	};
}

async function mapped(map: (text: string) => string | Promise<string>, text: string): Promise<string> {
	const result: unknown = await map(text);
	if (typeof result === "string") return result;
	throw new TypeError(`The function given to mappingText returned ${result === null ? "null" : typeof result}, but must return a string.`);
}
