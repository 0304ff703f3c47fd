import { createHostClient } from "@foldback/replay";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectForgotten, expectRemembered, expectWithheld, type KnownFacts } from "./support/check-story.ts";
import { type ScriptedModel, startScriptedModel } from "./support/scripted-model.ts";
import { supportFlow } from "./support/support-flow.ts";
import { startTestHost, type TestHost } from "./support/test-host.ts";

const cluster: KnownFacts = {
	opening: "I'm working on project PRJ-123 on the EU cluster.",
	question: "Which cluster were we on again?",
	pinned: { project_id: /PRJ-123/, cluster: /\bEU\b/ },
	answer: /\bEU\b/,
};
const parcel: KnownFacts = {
	opening: "Hello, my parcel is stuck: the tracking code is QX-88-ZULU.",
	question: "What was my tracking code?",
	pinned: { tracking_code: /QX-88-ZULU/ },
	answer: /QX-88-ZULU/,
};

describe("60 exchanges and a pasted log", () => {
	let host: TestHost;
	let broken: ScriptedModel;
	let flowId: string;

	beforeAll(async () => {
		broken = await startScriptedModel(() => ({ error: "This model always fails." }));
		host = await startTestHost({ OPENAI_BASE_URL: broken.url, OPENAI_API_KEY: "none", FOLDBACK_MODEL: "offline-demo" });
		flowId = await createHostClient(host.url).createFlow(await supportFlow("Story"));
	});
	afterAll(async () => {
		await host?.end();
		await broken?.close();
	});

	test("the switch on and the newest 10 messages: the answer names it", () => expectRemembered(host, flowId, cluster));
	test("the switch off and the newest 100 messages: it is out of reach, and the model says so", () => expectForgotten(host, flowId, cluster));
	test("the switch on and every fold failing: the answer cannot name it", () => expectWithheld(host, flowId, cluster));
});

test("the host alone, without key or endpoint, remembers", async () => {
	const host = await startTestHost();
	try {
		await expectRemembered(host, await createHostClient(host.url).createFlow(await supportFlow("Story")), parcel);
		// The log tells what happened, never what was said.
		expect(host.output()).toMatch(/fold-saved/);
		expect(host.output()).not.toMatch(/QX-88-ZULU/);
	} finally {
		await host.end();
	}
});
