import { AIMessage, type BaseMessage, ChatMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { readContent } from "./message-content.ts";
import { roleOf } from "./message-role.ts";

const human = (...content: object[]) => new HumanMessage({ content: content as HumanMessage["content"] });

test.each<[string, BaseMessage, string, readonly string[]]>([
	["text", new HumanMessage("hi"), "hi", []],
	["text parts", human({ type: "text", text: "a" }, { type: "text", text: "b" }), "a\nb", []],
	["OpenAI image", human({ type: "text", text: "see" }, { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }), "see", ["image image/png"]],
	["OpenAI image by address", human({ type: "image_url", image_url: { url: "https://example.com/a.png" } }), "", ["image"]],
	["OpenAI file", human({ type: "file", file: { filename: "report.pdf", file_data: "data:application/pdf;base64,AA" } }), "", ["report.pdf"]],
	["Anthropic document", human({ type: "document", source: { type: "base64", media_type: "application/pdf", data: "AA" } }), "", ["document application/pdf"]],
	["standard block", human({ type: "audio", mimeType: "audio/wav", data: "AA" }), "", ["audio audio/wav"]],
	["bytes", human({ type: "image", mimeType: "image/png", data: new Uint8Array(4) }), "", ["image image/png"]],
	[
		"reasoning",
		new AIMessage({
			content: [
				{ type: "reasoning", reasoning: "hm" },
				{ type: "text", text: "so" },
			],
		}),
		"so",
		[],
	],
	["calls", new AIMessage({ content: "let me see", tool_calls: [{ id: "c", name: "f", args: { a: 1 } }] }), 'let me see\n[called f with {"a":1}]', []],
	["result", new ToolMessage({ content: "42", tool_call_id: "c", name: "f" }), "[result of f]\n42", []],
	["failed result", new ToolMessage({ content: "boom", tool_call_id: "c", status: "error" }), "[failed result]\nboom", []],
])("%s", (_kind, message, text, files) => {
	expect(readContent(message)).toMatchObject({ text, files });
});

test("a file's bytes are in none of it", () => {
	const content = readContent(human({ type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(10_000)}` } }));
	expect(JSON.stringify(content).length).toBeLessThan(500);
});

test.each([
	[new HumanMessage("x"), "user"],
	[new AIMessage("x"), "assistant"],
	[new ToolMessage({ content: "x", tool_call_id: "c" }), "tool"],
	[new SystemMessage("x"), undefined],
	[new ChatMessage("x", "developer"), undefined],
	[new ChatMessage("x", "user"), "user"],
	[new ChatMessage("x", "tool"), "tool"],
	[new ChatMessage("x", "critic"), "assistant"],
])("the role of %o", (message, role) => {
	expect(roleOf(message)).toBe(role);
});
