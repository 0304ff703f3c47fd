import { afterAll, beforeAll, expect, test } from "vitest";
import { type HeldModel, startHeldModel } from "./support/held-model.ts";
import { message, playgroundPath, say } from "./support/playground.ts";
import { useStudio } from "./support/studio.ts";
import { sampleFlow } from "./support/talk.ts";

const model: HeldModel = await startHeldModel("The **beginning** of it |and the end.");
const studio = useStudio({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "test", FOLDBACK_MODEL: "held" });
let flowId = "";
beforeAll(async () => {
	flowId = await sampleFlow(studio.host.url, "support-assistant");
});
afterAll(() => model.close());

const stored = (sessionId: string) =>
	studio.api<readonly { readonly sender: string }[]>("GET", `/api/v1/monitor/messages?flow_id=${flowId}&session_id=${sessionId}`);

test("an answer streams in, and is stored when it is complete", async () => {
	const page = await studio.open(playgroundPath(flowId, "stream"));
	await say(page, "Tell me.");
	await page.getByText("beginning").waitFor();
	expect(await stored("stream")).toHaveLength(1);
	model.release();
	await message(page, "and the end.").waitFor();
	expect(await stored("stream")).toHaveLength(2);
});

test("a turn goes on while the editor is looked at, and is there again in the playground", async () => {
	const page = await studio.open(playgroundPath(flowId, "away"));
	await say(page, "Tell me.");
	await page.getByText("beginning").waitFor();
	await page.getByRole("link", { name: "Edit flow" }).click();
	await page.getByRole("group", { name: "Agent node" }).waitFor();
	await page.goBack();
	await page.getByText("beginning").waitFor();
	await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
	model.release();
	await message(page, "and the end.").waitFor();
});

test("stop hangs up on the model, keeps what has arrived on the screen, and stores none of it", async () => {
	const page = await studio.open(playgroundPath(flowId, "halted"));
	await say(page, "Tell me.");
	await page.getByText("beginning").waitFor();
	await page.getByRole("button", { name: "Stop", exact: true }).click();
	await page.getByText("Nothing of this answer was stored.").waitFor();
	await page.getByText("beginning").waitFor();
	await model.hungUp;
	expect((await stored("halted")).map(({ sender }) => sender)).toEqual(["User"]);
});

test("a reload in mid stream: the question is there, its missing answer is said, and retry brings it", async () => {
	const page = await studio.open(playgroundPath(flowId, "reload"));
	await say(page, "Tell me.");
	await page.getByText("beginning").waitFor();
	await page.reload();
	await page.getByText("This message has no answer").waitFor();
	await page.getByRole("button", { name: "Retry" }).click();
	await page.getByText("beginning").waitFor();
	model.release();
	await message(page, "and the end.").waitFor();
	expect((await stored("reload")).map(({ sender }) => sender)).toEqual(["User", "Machine"]);
});
