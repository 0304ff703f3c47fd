import { expect, test } from "vitest";
import { eventually, field, inspect, toast, waitForSave } from "./support/editor.ts";
import { createSupportFlow, savedNode } from "./support/flows.ts";
import { useStudio } from "./support/studio.ts";

const studio = useStudio();
const conflict = [/409/];

async function nameOf(id: string): Promise<string> {
	return (await studio.api<{ readonly name: string }>("GET", `/api/v1/flows/${id}`)).name;
}

test("two tabs: the second one to save is asked, keeps its work as a copy, and overwrites nothing", async () => {
	const id = await createSupportFlow(studio, "Shared");
	const first = await studio.open(`/flows/${id}`);
	const second = await studio.openTab(first, `/flows/${id}`, { expected: conflict });
	await first.getByRole("textbox", { name: "Flow name" }).waitFor();
	await second.getByRole("textbox", { name: "Flow name" }).waitFor();

	await first.getByRole("textbox", { name: "Flow name" }).fill("From the first tab");
	await first.keyboard.press("Enter");
	await eventually(() => nameOf(id), "From the first tab");
	await second.getByRole("textbox", { name: "Flow name" }).fill("From the second tab");
	await second.keyboard.press("Enter");
	const question = second.getByRole("dialog", { name: "This flow was changed in another tab" });
	await question.waitFor();
	expect(await nameOf(id)).toBe("From the first tab");
	await question.getByRole("button", { name: "Keep mine as a copy" }).click();
	await eventually(() => second.getByRole("textbox", { name: "Flow name" }).inputValue(), "From the second tab (copy)");
	expect(await nameOf(id)).toBe("From the first tab");
});

test("two tabs: loading what was saved shows the other tab's work, and edits go on from there", async () => {
	const id = await createSupportFlow(studio, "Shared again");
	const page = await studio.open(`/flows/${id}`, { expected: conflict });
	const name = page.getByRole("textbox", { name: "Flow name" });
	await name.waitFor();
	await studio.api("PATCH", `/api/v1/flows/${id}`, { name: "From elsewhere" });
	await name.fill("Mine");
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: "Load what was saved" }).click();
	await eventually(() => name.inputValue(), "From elsewhere");
	await name.fill("On top");
	await page.keyboard.press("Enter");
	await eventually(() => nameOf(id), "On top");
});

test("a tab that comes back shows what another one has saved, when it has nothing unsaved itself", async () => {
	const id = await createSupportFlow(studio, "Left alone");
	const page = await studio.open(`/flows/${id}`);
	// The nodes are seen once everything else of the page is there, what listens for its coming back too.
	await page.getByRole("group", { name: "Agent node" }).waitFor();
	await studio.api("PATCH", `/api/v1/flows/${id}`, { name: "Changed meanwhile" });
	await page.evaluate(() => window.dispatchEvent(new Event("focus")));
	await eventually(() => page.getByRole("textbox", { name: "Flow name" }).inputValue(), "Changed meanwhile");
	await toast(page, "This flow was changed in another tab; here is what was saved.").waitFor();
});

test("a tab that comes back while its own save is under way takes that for nobody else's, and goes on saving", async () => {
	const id = await createSupportFlow(studio, "Own save");
	const page = await studio.open(`/flows/${id}`);
	const name = page.getByRole("textbox", { name: "Flow name" });
	await page.getByRole("group", { name: "Agent node" }).waitFor();
	const [stored, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	await page.route(`**/api/v1/flows/${id}`, async (route) => {
		const response = await route.fetch();
		if (route.request().method() === "PATCH") {
			stored.resolve();
			await told.promise;
		}
		await route.fulfill({ response });
	});
	await name.fill("Mine");
	await page.keyboard.press("Enter");
	await stored.promise;
	const looked = page.waitForResponse((response) => response.request().method() === "GET" && response.url().endsWith(id));
	await page.evaluate(() => window.dispatchEvent(new Event("focus")));
	await (await looked).finished();
	told.resolve();
	await waitForSave(page);
	await name.fill("Mine again");
	await page.keyboard.press("Enter");
	await eventually(() => nameOf(id), "Mine again");
	expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a secret leaves the browser once: it is saved as a reference, and can be replaced and cleared", async () => {
	const id = await createSupportFlow(studio, "Secret");
	const page = await studio.open(`/flows/${id}`);
	const key = field(await inspect(page, "Agent"), "API Key");
	const value = async () => (await savedNode(studio, id, "Agent-Sup03")).data.node.template.api_key.value;
	await key.locator("input").fill("sk-first-secret");
	await key.getByText("Saved", { exact: true }).waitFor();
	expect(await value()).toMatch(/^foldback-secret:/);
	const reference = await value();
	expect(await page.content()).not.toContain("sk-first-secret");

	// Undo and redo find no secret either.
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByRole("button", { name: "Redo" }).click();
	await key.getByText("Saved", { exact: true }).waitFor();
	await waitForSave(page);

	await key.getByRole("button", { name: "Replace" }).click();
	await key.locator("input").fill("sk-second-secret");
	await key.locator("input").blur();
	await eventually(async () => (await value()) !== reference && /^foldback-secret:/.test(await value()), true);
	await key.getByRole("button", { name: "Clear" }).click();
	await eventually(value, "");
	await page.reload();
	await page.getByRole("group", { name: "Agent node" }).waitFor();
	expect(await page.content()).not.toMatch(/sk-(first|second)-secret/);
});

test("what cannot be saved is said, kept, and saved later", async () => {
	const id = await createSupportFlow(studio, "Offline");
	const page = await studio.open(`/flows/${id}`, { expected: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });
	const name = page.getByRole("textbox", { name: "Flow name" });
	await name.waitFor();
	const save = async (text: string) => {
		await name.fill(text);
		await page.keyboard.press("Enter");
		await page.getByText("Not saved").waitFor();
	};
	await page.context().setOffline(true);
	await save("Written offline");
	await page.context().setOffline(false);
	await eventually(() => nameOf(id), "Written offline");
	await waitForSave(page);

	await page.route("**/api/v1/flows/*", (route) => route.abort());
	await save("Written while the server was away");
	await page.unroute("**/api/v1/flows/*");
	await page.getByRole("button", { name: "Try again" }).click();
	await eventually(() => nameOf(id), "Written while the server was away");
});
