import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expectForgotten, expectRemembered, type KnownFacts } from "@foldback/e2e/support/check-story";
import { startTestHost, type TestHost } from "@foldback/e2e/support/test-host";
import { createHostClient } from "@foldback/replay";
import { afterAll, beforeAll, test } from "vitest";
import { z } from "zod";
import { corpusFolder } from "./corpus-folder.ts";

const facts: KnownFacts = {
	opening: "I'm working on project PRJ-123 on the EU cluster.",
	question: "Which cluster were we on again?",
	pinned: { project_id: /PRJ-123/, cluster: /\bEU\b/ },
	answer: /\bEU\b/,
};
const path = join(corpusFolder("flows"), "simple-agent.json");
let host: TestHost;
let flowId: string;

beforeAll(async () => {
	host = await startTestHost();
	const flow = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(path, "utf8")));
	flowId = await createHostClient(host.url).createFlow(flow);
});
afterAll(() => host?.end());

test("an exported Agent with an empty model, the switch on and 10 messages: the answer names the cluster", () => expectRemembered(host, flowId, facts));
test("the same with the switch off and 100 messages: it cannot, and says so", () => expectForgotten(host, flowId, facts));
