import { expect, test } from "vitest";
import { eventually, field, inspect, waitForSave } from "./support/editor.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { chat, createSupportFlow, savedNode } from "./support/flows.ts";
import { tabTo } from "./support/keyboard.ts";
import { useStudio } from "./support/studio.ts";

const studio = useStudio();
const agent = "Agent-Sup03";

test("the switch reveals Pinned Keys and Summary Model, undo hides them again, and nothing else of the flow changes", async () => {
	const id = await createSupportFlow(studio, "Switch");
	const before = await studio.api<Record<string, unknown>>("GET", `/api/v1/flows/${id}`);
	const page = await studio.open(`/flows/${id}`);
	const panel = await inspect(page, "Agent");
	expect(await field(panel, "Pinned Keys").count()).toBe(0);

	await panel.getByRole("switch", { name: "Summarize Older Messages" }).click();
	await field(panel, "Pinned Keys").waitFor();
	await field(panel, "Summary Model").waitFor();
	await expectAccessible(page);

	await field(panel, "Summarize Older Messages").getByRole("button", { name: "Send the newest 10" }).click();
	await eventually(() => field(panel, "Number of Chat History Messages").getByRole("textbox").inputValue(), "10");

	const keys = field(panel, "Pinned Keys");
	await keys.getByRole("textbox").fill("cluster: the region");
	await keys.getByRole("textbox").press("Enter");
	await keys.getByRole("textbox").fill("Cluster");
	await keys.getByText(/"Cluster" twice/).waitFor();
	await keys.getByRole("textbox").fill("project_id");
	await keys.getByRole("button", { name: "Add pinned key" }).click();
	await waitForSave(page);

	const { template } = (await savedNode(studio, id, agent)).data.node;
	expect(template.summarize_older_messages).toMatchObject({ value: true, _input_type: "BoolInput" });
	expect(template.pinned_keys).toMatchObject({ value: ["cluster: the region", "project_id"], show: true });
	expect(template.n_messages.value).toBe(10);

	for (let step = 0; step < 4; step += 1) await page.getByRole("button", { name: "Undo" }).click();
	await field(panel, "Pinned Keys").waitFor({ state: "detached" });
	expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
	await waitForSave(page);
	const { revision, updated_at, ...after } = await studio.api<Record<string, unknown>>("GET", `/api/v1/flows/${id}`);
	expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([key]) => key !== "revision" && key !== "updated_at")));
});

test("by keyboard alone: from the page to the switch, and a pinned key", async () => {
	const page = await studio.open(`/flows/${await createSupportFlow(studio, "Switch by keyboard")}`);
	await page.getByRole("group", { name: "Agent node" }).waitFor();
	await tabTo(page, "Agent node");
	await page.keyboard.press("Enter");
	const panel = page.getByRole("complementary", { name: "Agent settings" });
	await panel.waitFor();
	await tabTo(page, "Summarize Older Messages");
	await page.keyboard.press("Space");
	await field(panel, "Pinned Keys").waitFor();
	await tabTo(page, "Pinned Keys");
	await page.keyboard.type("cluster");
	await page.keyboard.press("Enter");
	await field(panel, "Pinned Keys").getByRole("button", { name: "Remove cluster" }).waitFor();
	await waitForSave(page);
});

test("a node says what is remembered, and what folding would have saved is shown on a session that exists", async () => {
	const plain = "support-assistant-plain";
	const talk = Array.from(
		{ length: 24 },
		(_, turn) => `Step ${turn}: the deployment log of service ${turn} says that shard ${turn * 7} is slow. ${"detail ".repeat(60)}`,
	);
	await chat(studio, plain, "long talk", ["I am working on project PRJ-123 on the EU cluster.", ...talk]);
	const page = await studio.open("/");
	await page.getByRole("link", { name: "Support assistant without memory" }).click();
	const panel = await inspect(page, "Agent");
	const memory = field(panel, "Summarize Older Messages");
	await memory.getByText("What it would have saved").waitFor();
	await memory.getByText(/About \d+ % fewer history tokens over these 50 messages/).waitFor();

	await chat(studio, "support-assistant", "first", ["I am working on project PRJ-123 on the EU cluster.", ...talk.slice(0, 16)]);
	await expect.poll(() => studio.host.output(), { timeout: 15_000 }).toMatch(/fold-saved/);
	await page.getByRole("link", { name: "Foldback: all flows" }).click();
	await page.getByRole("link", { name: "Support assistant", exact: true }).click();
	await page
		.getByRole("group", { name: "Agent node" })
		.getByText(/\d\d folded, 2 facts/)
		.waitFor();
});
