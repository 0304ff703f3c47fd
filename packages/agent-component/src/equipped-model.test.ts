import { tool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { expect, test } from "vitest";
import { z } from "zod";
import { createCalculatorTool } from "./calculator-tool.ts";
import { createCurrentDateTool } from "./current-date-tool.ts";
import { equippedModel } from "./equipped-model.ts";
import { createModelProvider } from "./model-provider.ts";

const resolve = async () => (await createModelProvider({ openai: { apiKey: "k", defaultModel: "m" } }).resolve({ name: "", provider: "" })).model;

test("a model is given the same tools once, and others anew", async () => {
	const model = await resolve();
	const now = () => 1;
	const builtIn = async () => [await createCurrentDateTool(now), await createCalculatorTool()];
	const equipped = equippedModel(model, await builtIn());
	expect(equipped).not.toBe(model);
	expect(equippedModel(model, await builtIn())).toBe(equipped);
	expect(equippedModel(await resolve(), await builtIn())).not.toBe(equipped);
	const makeOwn = () => tool(() => "x", { name: "own", description: "Own.", schema: z.object({}) });
	const withOwn = equippedModel(model, [...(await builtIn()), makeOwn()]);
	expect(withOwn).not.toBe(equipped);
	expect(equippedModel(model, [...(await builtIn()), makeOwn()])).not.toBe(withOwn);
	expect(equippedModel(model, [await createCurrentDateTool(() => 2), await createCalculatorTool()])).not.toBe(equipped);
	expect(equippedModel(model, [])).toBe(model);
});

test("a model that takes no tools is none", async () => {
	const model = Object.assign(new FakeListChatModel({ responses: ["hi"] }), { bindTools: undefined });
	expect(equippedModel(model, [])).toBe(model);
	expect(equippedModel(model, [await createCalculatorTool()])).toBeUndefined();
});
