import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { findRuleViolations } from "./provider-rules.ts";

const asks = (...ids: string[]) => new AIMessage({ content: "", tool_calls: ids.map((id) => ({ id, name: "look_up", args: {} })) });
const result = (id: string, content = "found") => new ToolMessage({ tool_call_id: id, content });
const [user, assistant, system] = [new HumanMessage("hi"), new AIMessage("hello"), new SystemMessage("Be brief.")];

test.each<[string, BaseMessage[]]>([
	["a question", [user]],
	["instructions, then turns", [system, user, assistant, user]],
	["parallel calls with all their results, in any order", [user, asks("a", "b"), result("b"), result("a")]],
	["calls beside no text, a tool with nothing to say", [user, asks("a"), result("a", ""), assistant, user]],
	["two user messages in a row", [user, user]],
])("%s: nothing to reject", (_name, messages) => {
	expect(findRuleViolations(messages)).toEqual([]);
});

test.each<[BaseMessage[], string[]]>([
	[[], ["the first message is missing, not a user's"]],
	[[assistant, user], ["the first message is ai, not a user's"]],
	[[user, assistant], ["the last message is the assistant's own"]],
	[[user, system], ["message 1 is an instruction after the conversation has begun"]],
	[[user, assistant, new HumanMessage(" \n")], ["message 2 (human) has no content"]],
	[[user, new AIMessage({ content: [] }), user], ["message 1 (ai) has no content"]],
	[[user, result("a")], ['message 1 is the result of call "a", which is not open']],
	[[user, asks("a"), result("a"), result("a")], ['message 3 is the result of call "a", which is not open']],
	[[user, asks("a", "b"), result("a"), user], ["message 3 (human) comes before the results of b"]],
	[[user, asks("a", "b"), result("b")], ["the request ends before the results of a"]],
])("what providers reject is told: case %#", (messages, violations) => {
	expect(findRuleViolations(messages)).toEqual(violations);
});

test("strict chat templates also reject two user messages in a row", () => {
	expect(findRuleViolations([user, user], { alternating: true })).toEqual(["message 1 is the second user message in a row"]);
	expect(findRuleViolations([user, assistant, user], { alternating: true })).toEqual([]);
});
