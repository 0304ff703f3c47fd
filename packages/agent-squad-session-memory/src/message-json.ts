import type { ConversationMessage } from "./chat-storage.ts";

/** Key of an object that stands for bytes (a base64 string) or for an object that really has this key (that object). */
const bytesKey = "$foldback:bytes";

/** Messages as JSON text. Bytes (image and document parts) survive; `undefined`, functions and dates do what JSON does with them. */
export function messagesToJson(messages: readonly ConversationMessage[]): string {
	return JSON.stringify(encode(messages));
}

/** @throws SyntaxError or TypeError when the text is not what `messagesToJson` wrote. */
export function messagesFromJson(text: string): ConversationMessage[] {
	const value = decode(JSON.parse(text));
	if (Array.isArray(value) && value.every(isMessage)) return value.map(withContent);
	throw new TypeError("The stored text is not a list of messages. Delete it: a buffer comes back from the raw history.");
}

/** Whether a value can stand in a chat: an object with a role and with a list of parts or no content. */
export function isMessage(value: unknown): value is ConversationMessage {
	if (typeof value !== "object" || value === null || !("role" in value) || typeof value.role !== "string") return false;
	return !("content" in value) || value.content === undefined || Array.isArray(value.content);
}

/** JSON has no undefined: a message without content comes back with `content: undefined`, as it went in. */
function withContent(message: ConversationMessage): ConversationMessage {
	return "content" in message ? message : Object.assign({ content: undefined }, message);
}

function encode(value: unknown): unknown {
	if (value instanceof Uint8Array) return { [bytesKey]: Buffer.from(value).toString("base64") };
	if (Array.isArray(value)) return value.map(encode);
	if (typeof value !== "object" || value === null || "toJSON" in value) return value;
	const encoded = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]));
	return Object.hasOwn(value, bytesKey) ? { [bytesKey]: encoded } : encoded;
}

function decode(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(decode);
	if (typeof value !== "object" || value === null) return value;
	if (!Object.hasOwn(value, bytesKey)) return decodeEntries(value);
	const inner: unknown = Reflect.get(value, bytesKey);
	if (typeof inner === "string") return new Uint8Array(Buffer.from(inner, "base64"));
	return typeof inner === "object" && inner !== null ? decodeEntries(inner) : inner;
}

function decodeEntries(value: object): object {
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]));
}
