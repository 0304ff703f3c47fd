import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelScript, type ScriptedModel, startScriptedModel } from "../support/scripted-model.ts";
import { eventually } from "./support/editor.ts";
import { importMessages } from "./support/import-messages.ts";
import { chooseForSession, inspector, message, playgroundPath, say } from "./support/playground.ts";
import { useStudio } from "./support/studio.ts";
import { sampleFlow } from "./support/talk.ts";

let script: ModelScript = () => ({ text: "Well." });
const model: ScriptedModel = await startScriptedModel((request) => script(request));
const studio = useStudio({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "test", FOLDBACK_MODEL: "scripted" });
let flowId = "";
beforeAll(async () => {
	flowId = await sampleFlow(studio.host.url, "support-assistant");
});
afterAll(() => model.close());

const reason = /accepts no more requests now/;
const folds = (pinned: Readonly<Record<string, string | null>>): ModelScript => {
	return () => ({ text: JSON.stringify({ pinned, summary: "- They talked about the export job." }) });
};

test("a model that fails: the reason stands in the chat and on the node, in every tab, and goes when a retry goes well", async () => {
	script = () => ({ error: "The quota of this month is used up.", status: 429 });
	const page = await studio.open(playgroundPath(flowId, "Trouble"));
	const editor = await studio.openTab(page, `/flows/${flowId}`);
	const node = editor.getByRole("group", { name: "Agent node" });
	await node.waitFor();
	await say(page, "Does it work?");
	await page.getByRole("alert").getByText(reason).first().waitFor();
	await node.getByRole("alert").getByText(reason).waitFor();
	await page.getByRole("link", { name: "Edit flow" }).click();
	await page.getByRole("group", { name: "Agent node" }).getByRole("alert").getByText(reason).waitFor();
	await page.goBack();
	await page.reload();
	await page.getByRole("alert").getByText(reason).first().waitFor();
	script = () => ({ text: "It works now." });
	await page.getByRole("button", { name: "Retry" }).last().click();
	await message(page, "It works now.").waitFor();
	await eventually(() => page.getByRole("alert").count(), 0);
	await node.getByRole("alert").waitFor({ state: "detached" });
});

test("a fold clears a fact and the clear is undone; a rebuild starts again; clearing the session forgets it all", async () => {
	const lines = (count: number) => Array.from({ length: count }, (_, index) => ({ sender: index % 2 === 0 ? "User" : "Machine", text: `Line ${index + 1}.` }));
	await importMessages(studio, { flowId, sessionId: "Facts" }, [{ sender: "User", text: "The cluster is EU-West." }, ...lines(29)]);
	const page = await studio.open(playgroundPath(flowId, "Facts"));
	const panel = inspector(page);
	const foldNow = panel.getByRole("button", { name: "Fold now" });
	script = folds({ cluster: "EU-West" });
	await foldNow.click();
	await panel.getByText("20 messages folded, 1 fact").waitFor();
	const folded = Date.now();
	await importMessages(studio, { flowId, sessionId: "Facts" }, lines(4));
	await page.reload();
	script = folds({ cluster: null });
	// The host folds a session once a second at most.
	await page.waitForFunction((after) => Date.now() > after, folded + 1_000);
	await foldNow.click();
	await panel.getByText("24 messages folded, 0 facts").waitFor();
	await panel.getByRole("button", { name: "Undo the clear: EU-West" }).click();
	await panel.getByText("Set by hand").waitFor();
	await panel.getByText("EU-West", { exact: true }).first().waitFor();

	script = folds({ project_id: "PRJ-5" });
	await panel.getByRole("button", { name: "More about the memory" }).click();
	await page.getByRole("menuitem", { name: "Rebuild from messages" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Rebuild" }).click();
	await panel.getByText("24 messages folded, 2 facts").waitFor();
	await panel.getByText("PRJ-5", { exact: true }).waitFor();
	await panel.getByText("Set by hand").waitFor();

	await chooseForSession(page, "Facts", "Clear");
	await page.getByRole("alertdialog").getByRole("button", { name: "Clear" }).click();
	await panel.getByText("0 messages folded, 0 facts").waitFor();
	await eventually(() => page.getByRole("article").count(), 0);
	expect(await studio.api("GET", `/api/v1/monitor/messages?flow_id=${flowId}&session_id=Facts`)).toEqual([]);
});

test("a session that is renamed onto another one becomes one with it, after it was asked", async () => {
	await importMessages(studio, { flowId, sessionId: "First" }, [{ sender: "User", text: "Said in the first." }]);
	await importMessages(studio, { flowId, sessionId: "Second" }, [{ sender: "User", text: "Said in the second." }]);
	const page = await studio.open(playgroundPath(flowId, "Second"));
	await message(page, "Said in the second.").waitFor();
	await chooseForSession(page, "Second", "Rename");
	await page.getByLabel("Session name").fill("First");
	await page.keyboard.press("Enter");
	await page.getByRole("alertdialog", { name: "Make them one session?" }).getByRole("button", { name: "Merge" }).click();
	await message(page, "Said in the first.").waitFor();
	await message(page, "Said in the second.").waitFor();
	await page.getByRole("button", { name: "Second", exact: true }).waitFor({ state: "detached" });
});
