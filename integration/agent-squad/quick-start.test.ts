import { FakeListChatModel } from "@langchain/core/utils/testing";
import { expect, test } from "vitest";
import { createOrchestrator } from "./quick-start.ts";
import { ScriptedAgent, ScriptedClassifier, textsOf } from "./scripted.ts";

test("the quick start of the README keeps the first message's facts in reach", async () => {
	const model = new FakeListChatModel({ responses: [JSON.stringify({ pinned: { cluster: "EU" }, summary: "- the user works on the EU cluster" })] });
	const orchestrator = createOrchestrator(model, new ScriptedClassifier());
	const tech = new ScriptedAgent({ name: "tech", description: "computers" });
	orchestrator.addAgent(tech);
	for (let place = 1; place <= 22; place += 1) await orchestrator.routeRequest(`tech asks ${place}`, "ann", "s1");
	const history = textsOf(tech.seen.at(-1)?.history ?? []);
	expect(history[0]).toContain("- cluster: EU");
	expect(history.slice(1)).toEqual(["Understood.", "tech asks 21", "tech answers tech asks 21"]);
});
