import { beforeAll, expect, test } from "vitest";
import { eventually } from "./support/editor.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { importMessages } from "./support/import-messages.ts";
import { inspector, message, playgroundPath } from "./support/playground.ts";
import { useStudio } from "./support/studio.ts";
import { sampleFlow, smallTalk, talk } from "./support/talk.ts";

const studio = useStudio();
const sessionId = "Inspected";
let flowId = "";
beforeAll(async () => {
	flowId = await sampleFlow(studio.host.url, "support-assistant");
	await talk(studio.host.url, { flowId, sessionId }, ["I work on project PRJ-123, and the cluster is EU-West.", ...smallTalk(18), "Which cluster are we on?"]);
}, 120_000);

test("what the model saw for an answer, also after a reload", async () => {
	const page = await studio.open(playgroundPath(flowId, sessionId));
	const answer = page.getByRole("article").last();
	await answer.hover();
	await answer.getByRole("button", { name: "What the model saw" }).click();
	const panel = inspector(page);
	await panel.getByText("1. Instructions").waitFor();
	await panel.getByText("2. Summary message").waitFor();
	await panel.getByText("- cluster: EU-West").waitFor();
	expect(await panel.locator("[data-part=verbatim]").count()).toBeGreaterThanOrEqual(10);
	expect(await panel.locator("[data-part]").last().getAttribute("data-part")).toBe("input");
	await page.reload();
	await page.getByRole("tab", { name: "Model saw" }).click();
	await panel.getByText("2. Summary message").waitFor();
	await panel.locator("[data-part=input]").getByText("Which cluster are we on?").waitFor();
});

test("for an imported answer it says that no run is kept; a long session name leaves the flow's name whole", async () => {
	const imported = "A session name that is longer than the header is wide ".repeat(4).trim();
	await importMessages(studio, { flowId, sessionId: imported }, [
		{ sender: "User", text: "Said elsewhere." },
		{ sender: "Machine", text: "Answered elsewhere." },
	]);
	const page = await studio.open(playgroundPath(flowId, imported));
	await page.getByRole("tab", { name: "Model saw" }).click();
	await inspector(page).getByText("No run is kept for this answer: it was imported").waitFor();
	const flowName = page.getByRole("banner").getByText("Support assistant", { exact: true });
	expect(await flowName.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test("each call of a tool round shows its own messages, with the instructions first, also after a reload", async () => {
	await talk(studio.host.url, { flowId, sessionId: "Sums" }, ["What is 17 * 23?"]);
	const page = await studio.open(playgroundPath(flowId, "Sums"));
	const panel = inspector(page);
	const names = async () => (await panel.locator("[data-part]").allInnerTexts()).map((text) => text.split("\n").find((line) => /^\d+\./.test(line)));
	const openCalls = async () => {
		await page.getByRole("tab", { name: "Model saw" }).click();
		await panel.getByText("1. Instructions").waitFor();
		expect(await names()).toEqual(["1. Instructions", "2. Input"]);
		await panel.getByRole("combobox", { name: "Model call" }).selectOption({ index: 1 });
		await panel.getByText("This turn's tool messages").waitFor();
		expect(await names()).toEqual(["1. Instructions", "2. Input", "3. The model calls a tool", "4. Output of evaluate_expression"]);
	};
	await openCalls();
	await panel.locator("[data-part=instructions]").getByText("support", { exact: false }).waitFor();
	await panel.locator("[data-part=turn]").getByText('evaluate_expression({"expression":"17 * 23"})').waitFor();
	await panel.locator("[data-part=turn]").getByText("391", { exact: true }).waitFor();
	await page.reload();
	await openCalls();
});

test("a value is set by hand and released; of two tabs the slower one is told, and overwrites nothing", async () => {
	const expected = [/409/];
	const page = await studio.open(playgroundPath(flowId, sessionId), { expected });
	const other = await studio.openTab(page, playgroundPath(flowId, sessionId), { expected });
	await inspector(other).getByRole("button", { name: "Set cluster by hand" }).click();
	await inspector(other).getByLabel("Value of cluster").fill("AP-South");
	const panel = inspector(page);
	await panel.getByRole("button", { name: "Set cluster by hand" }).click();
	await panel.getByLabel("Value of cluster").fill("US-East");
	await panel.getByRole("button", { name: "Set", exact: true }).click();
	await panel.getByText("Set by hand").waitFor();
	await panel.getByText("US-East").waitFor();

	await inspector(other).getByRole("button", { name: "Set", exact: true }).click();
	await inspector(other).getByText("nothing was overwritten").waitFor();
	await inspector(other).getByText("“US-East”").waitFor();
	await inspector(other).getByRole("button", { name: "Cancel" }).click();

	await panel.getByRole("button", { name: "Release" }).click();
	await panel.getByText("Set by hand").waitFor({ state: "detached" });
	await panel.getByText("EU-West", { exact: true }).waitFor();
});

test("a fact leads to its fold and to the message that says it", async () => {
	const page = await studio.open(playgroundPath(flowId, sessionId));
	const panel = inspector(page);
	await panel.getByRole("button", { name: "message 1", exact: true }).first().click();
	await page.getByRole("article").filter({ hasText: "I work on project PRJ-123" }).waitFor();
	await panel.getByRole("button", { name: "a fold of 20 messages" }).first().click();
	await panel.getByText("20 messages (1 to 20)").waitFor();
	await panel.getByRole("button", { name: "Unmark" }).waitFor();
});

test("the strip tells each message's standing, by pointer and by keyboard", async () => {
	const page = await studio.open(playgroundPath(flowId, sessionId));
	const strip = page.getByRole("slider", { name: "Messages of the session" });
	await strip.focus();
	await page.keyboard.press("Home");
	expect(await strip.getAttribute("aria-valuetext")).toMatch(/^Message 1, Absorbed: I work on project/);
	await page.keyboard.press("End");
	expect(await strip.getAttribute("aria-valuetext")).toMatch(/^Message 40, Recent window/);
	await strip.hover({ position: { x: 4, y: 4 } });
	await inspector(page).getByText("In the summary; not sent word for word any more.").waitFor();
});

test("fold now absorbs the backlog before it is due", async () => {
	const page = await studio.open(playgroundPath(flowId, sessionId));
	const panel = inspector(page);
	await panel.getByRole("button", { name: "Fold now" }).click();
	await panel.getByText("30 messages folded").waitFor();
	await panel.getByRole("tab", { name: "Folds" }).click();
	await panel.getByText("10 messages (21 to 30)").waitFor();
	await panel.getByRole("tab", { name: "Summary" }).click();
	await panel.getByLabel("Changes of the last fold").click();
	await panel.locator("ins").first().waitFor();
});

test.each(["light", "dark"] as const)("axe finds nothing serious on any panel, %s", async (theme) => {
	const page = await studio.open(playgroundPath(flowId, sessionId), { dark: theme === "dark" });
	for (const name of ["Key facts", "Summary", "Model saw", "Folds", "Cost"]) {
		await page.getByRole("tab", { name }).click();
		await page.waitForLoadState("networkidle");
		await expectAccessible(page);
	}
});

test("on a phone the chat fills the page, and sessions and inspector are drawers", async () => {
	const page = await studio.open(playgroundPath(flowId, sessionId), { viewport: { width: 390, height: 844 } });
	await message(page, "Which cluster are we on?").waitFor();
	await page.waitForLoadState("networkidle");
	const list = page.getByRole("region", { name: "Messages" });
	await eventually(() => list.evaluate(({ scrollHeight, clientHeight, scrollTop }) => Math.round(scrollHeight - clientHeight - scrollTop)), 0);
	await expectAccessible(page);
	await page.getByRole("button", { name: "Memory inspector" }).click();
	const drawer = page.getByRole("dialog", { name: "Memory inspector" });
	await drawer.getByText("messages folded").waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Sessions" }).click();
	await page.getByRole("dialog", { name: "Sessions" }).getByText("Default session").waitFor();
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
});
