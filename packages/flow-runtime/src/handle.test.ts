import { describe, expect, test } from "vitest";
import { parseSourceHandle, parseTargetHandle, sameHandle } from "./handle.ts";

const source = { id: "Agent-1", dataType: "Agent", name: "response", outputTypes: ["Message"] };
const target = { id: "ChatOutput-1", fieldName: "input_value", inputTypes: ["Data", "Message"], type: "other" };

describe("parseSourceHandle", () => {
	test.each([
		["without spaces", "{œdataTypeœ:œAgentœ,œidœ:œAgent-1œ,œnameœ:œresponseœ,œoutput_typesœ:[œMessageœ]}"],
		["with spaces", "{œdataTypeœ: œAgentœ, œidœ: œAgent-1œ, œnameœ: œresponseœ, œoutput_typesœ: [œMessageœ]}"],
		["with quotation marks", '{"name":"response","id":"Agent-1","dataType":"Agent","output_types":["Message"]}'],
		["as an object", { dataType: "Agent", id: "Agent-1", name: "response", output_types: ["Message"] }],
	])("%s", (_how, handle) => {
		expect(parseSourceHandle(handle)).toEqual(source);
	});

	test("older spellings know the types, not the name", () => {
		const old = { id: "LLM-1", dataType: "ChatOpenAI", name: "", outputTypes: ["BaseLLM", "object"] };
		expect(parseSourceHandle("{œbaseClassesœ:[œBaseLLMœ,œobjectœ],œdataTypeœ:œChatOpenAIœ,œidœ:œLLM-1œ}")).toEqual(old);
		expect(parseSourceHandle("ChatOpenAI|LLM-1|BaseLLM|object")).toEqual(old);
	});

	test.each([undefined, null, 7, "", "x", "{œ", "[]", {}, { id: 7 }])("%j is no handle", (handle) => {
		expect(parseSourceHandle(handle)).toBeUndefined();
	});
});

describe("parseTargetHandle", () => {
	test.each([
		"{œfieldNameœ:œinput_valueœ,œidœ:œChatOutput-1œ,œinputTypesœ:[œDataœ,œMessageœ],œtypeœ:œotherœ}",
		"{œfieldNameœ: œinput_valueœ, œidœ: œChatOutput-1œ, œinputTypesœ: [œDataœ, œMessageœ], œtypeœ: œotherœ}",
	])("%s", (handle) => {
		expect(parseTargetHandle(handle)).toEqual(target);
	});

	test("older spelling, and null for no input types", () => {
		expect(parseTargetHandle("Data;Message|input_value|ChatOutput-1")).toEqual({ ...target, type: "" });
		expect(parseTargetHandle({ fieldName: "model", id: "Agent-1", inputTypes: null, type: "model" })).toMatchObject({ inputTypes: [] });
	});

	test.each([undefined, "x|y", "{œidœ:œaœ}", { fieldName: "a" }])("%j is no handle", (handle) => {
		expect(parseTargetHandle(handle)).toBeUndefined();
	});
});

test("handles are compared by meaning", () => {
	expect(sameHandle("{œidœ: œaœ, œnameœ: œbœ}", "{œnameœ:œbœ,œidœ:œaœ}")).toBe(true);
	expect(sameHandle("{œidœ: œaœ, œnameœ: œbœ}", { name: "b", id: "a" })).toBe(true);
	expect(sameHandle("{œidœ: œaœ}", "{œidœ: œa œ}")).toBe(false);
	expect(sameHandle("A|a|T", "A|a|T")).toBe(true);
});
