import { expect, test } from "vitest";
import { sampleCatalogue } from "../flow/sample-flow.fixture.ts";
import { searchComponents } from "./search-components.ts";

test.each([
	["", ["ChatInput", "ChatOutput", "Agent", "CalculatorComponent"]],
	["chat", ["ChatInput", "ChatOutput"]],
	["CHAT out", ["ChatOutput"]],
	["models", ["Agent"]],
	["nothing like this", []],
])("%j → %j", (search, types) => {
	expect(searchComponents(sampleCatalogue.categories, search).flatMap(({ components }) => components.map(({ type }) => type))).toEqual(types);
});
