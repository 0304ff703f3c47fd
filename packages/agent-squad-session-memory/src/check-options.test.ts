import { ConfigurationError } from "@foldback/session-compressor";
import { expect, test } from "vitest";
import { createSummarizer } from "./create-summarizer.ts";
import { createMemoryChatStorage } from "./memory-chat-storage.ts";
import { SummarizingChatStorage } from "./summarizing-chat-storage.ts";
import { TransformingChatStorage } from "./transforming-chat-storage.ts";

const wrapping = createMemoryChatStorage();
const { fetchAllChats: _, ...incomplete } = wrapping;

/** Options as a program without types may give them. */
// biome-ignore lint/suspicious/noExplicitAny: what is wrong with them is what these tests are about.
const untyped = (options: object): any => options;

test.each<[string, () => unknown, string]>([
	["no wrapping", () => new SummarizingChatStorage(untyped({ summarizer: async () => [] })), "wrapping is missing"],
	["half a storage", () => new SummarizingChatStorage(untyped({ wrapping: incomplete, summarizer: async () => [] })), "wrapping is without fetchAllChats"],
	["no summarizer", () => new SummarizingChatStorage(untyped({ wrapping })), "summarizer is missing"],
	["nothing to wrap for a transform", () => new TransformingChatStorage(untyped({ transform: () => undefined })), "wrapping is missing"],
	["no transform", () => new TransformingChatStorage(untyped({ wrapping })), "transform is missing"],
	["no model", () => createSummarizer(untyped({})), "model is missing"],
	["a model's name", () => createSummarizer(untyped({ model: "gpt-4.1-mini" })), "model is gpt-4.1-mini"],
])("%s is a clear error at once", (_name, create, message) => {
	let caught: unknown;
	try {
		create();
	} catch (error) {
		caught = error;
	}
	expect(ConfigurationError.isInstance(caught) && caught.message).toContain(message);
});
