import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { eventually, field, inspect, toast, waitForSave } from "./support/editor.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { createSupportFlow, flowWithStrangeNode } from "./support/flows.ts";
import { largeFlow } from "./support/large-flow.ts";
import { useStudio } from "./support/studio.ts";

const studio = useStudio();
const edgeCount = (page: Page) => page.locator(".react-flow__edge").count();
const nodeCount = (page: Page) => page.locator(".react-flow__node").count();

async function newFlow(name: string, { viewport }: { readonly viewport?: { width: number; height: number } } = {}): Promise<Page> {
	const page = await studio.open(`/flows/${await createSupportFlow(studio, name)}`, viewport ? { viewport } : {});
	await page.getByRole("group", { name: "Agent node" }).waitFor();
	return page;
}

test("by keyboard alone: search, add, connect, disconnect, delete, undo, redo, help", async () => {
	const page = await newFlow("Keyboard");
	await page.keyboard.press("/");
	await page.keyboard.type("calc");
	await page.keyboard.press("Tab");
	await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Add Calculator");
	await page.keyboard.press("Enter");
	const calculator = page.getByRole("complementary", { name: "Calculator settings" });
	await calculator.getByRole("button", { name: "Use as a tool of an Agent" }).press("Enter");
	await page.getByRole("group", { name: "Calculator node" }).getByText("Toolset").waitFor();

	await page.getByRole("group", { name: "Agent node" }).focus();
	await page.keyboard.press("Enter");
	const panel = page.getByRole("complementary", { name: "Agent settings" });
	const tools = field(panel, "Tools");
	await tools.getByRole("combobox", { name: "Connect Tools" }).selectOption("Calculator · Toolset");
	await eventually(() => edgeCount(page), 3);
	await tools.getByRole("button", { name: "Disconnect Calculator · Toolset from Tools" }).press("Enter");
	await eventually(() => edgeCount(page), 2);

	await page.getByRole("group", { name: "Calculator node" }).focus();
	await page.keyboard.press("Enter");
	await page.keyboard.press("Delete");
	await eventually(() => nodeCount(page), 4);
	await page.keyboard.press("Control+z");
	await eventually(() => nodeCount(page), 5);
	await page.keyboard.press("Control+y");
	await eventually(() => nodeCount(page), 4);

	await page.keyboard.press("?");
	await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("the search has the focus before the next key arrives, also when the palette is closed", async () => {
	const page = await newFlow("Quick typing");
	const focusedBySlash = () =>
		page.evaluate(() => {
			window.dispatchEvent(new KeyboardEvent("keydown", { key: "/" }));
			return document.activeElement?.getAttribute("aria-label");
		});
	expect(await focusedBySlash()).toBe("Search components");
	await page.getByRole("button", { name: "Hide components" }).click();
	await page.getByRole("navigation", { name: "Components" }).waitFor({ state: "detached" });
	expect(await focusedBySlash()).toBe("Search components");
});

test("only fitting handles connect, and the reason is said when they do not", async () => {
	const page = await newFlow("Handles");
	const handle = (node: string, id: string) => page.getByRole("group", { name: `${node} node` }).locator(`[data-handleid="${id}"]`);
	const draw = async (from: ReturnType<typeof handle>, to: ReturnType<typeof handle>) => {
		await from.hover();
		await page.mouse.down();
		await to.hover({ force: true });
		return () => page.mouse.up();
	};
	const finish = await draw(handle("Chat Input", "out:message"), handle("Agent", "in:tools"));
	const reason = /gives Message; Tools takes Tool\./;
	await page.locator(".react-flow__panel").getByText(reason).waitFor();
	await finish();
	await toast(page, reason).waitFor();
	await eventually(() => edgeCount(page), 2);
	await (await draw(handle("Chat Input", "out:message"), handle("Agent", "in:system_prompt")))();
	await eventually(() => edgeCount(page), 3);
	// A field that takes one value keeps the newest edge.
	await (await draw(handle("Chat Input", "out:message"), handle("Chat Output", "in:input_value")))();
	await eventually(() => edgeCount(page), 3);
});

test("drag to add, copy and paste with edges, cut, arrange, select all and delete", async () => {
	const page = await newFlow("Nodes");
	await page.getByRole("button", { name: "Add Prompt Template" }).dragTo(page.getByRole("main"), { targetPosition: { x: 300, y: 560 } });
	await page.getByRole("group", { name: "Prompt Template node" }).waitFor();
	await eventually(() => nodeCount(page), 5);

	await page.keyboard.press("Control+a");
	await page.keyboard.press("Control+c");
	await page.keyboard.press("Control+v");
	await eventually(() => nodeCount(page), 10);
	await eventually(() => edgeCount(page), 4);
	await page.keyboard.press("Control+x");
	await eventually(() => nodeCount(page), 5);
	await page.keyboard.press("l");
	await waitForSave(page);
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Delete");
	await eventually(() => nodeCount(page), 0);
	await page.keyboard.press("Control+z");
	await eventually(() => nodeCount(page), 5);
});

test("a prompt's variables become fields, and a field moves onto the node and off it", async () => {
	const page = await newFlow("Prompt");
	await page.getByRole("button", { name: "Add Prompt Template" }).click();
	const panel = page.getByRole("complementary", { name: "Prompt Template settings" });
	await field(panel, "Template").getByRole("textbox").fill("Answer {name} in the tone of {tone}.");
	await field(panel, "tone").waitFor();
	const node = page.getByRole("group", { name: "Prompt Template node" });
	await node.getByText("tone", { exact: true }).waitFor();
	await field(panel, "tone").getByRole("button", { name: "Show tone on the node" }).click();
	await node.getByText("tone", { exact: true }).waitFor({ state: "detached" });
	const agent = await inspect(page, "Agent");
	await field(agent, "Max Iterations").getByRole("button", { name: "Show Max Iterations on the node" }).click();
	await page.getByRole("group", { name: "Agent node" }).getByLabel("Max Iterations").waitFor();
});

test("panning a flow of 200 nodes draws no node again", async () => {
	const { id } = await studio.api<{ readonly id: string }>("POST", "/api/v1/flows/", await largeFlow(studio.host.url, 200));
	const page = await studio.open(`/flows/${id}`);
	// By class: names and roles of a page this size are slow to ask for, again and again.
	await page.locator(".react-flow__node").nth(199).waitFor({ timeout: 90_000 });
	const viewport = page.locator(".react-flow__viewport");
	const before = await viewport.getAttribute("style");
	await page.evaluate(() => {
		const counter = window as unknown as { changes: number };
		counter.changes = 0;
		const observer = new MutationObserver((changes) => {
			counter.changes += changes.length;
		});
		observer.observe(document.querySelector(".react-flow__nodes") ?? document.body, { subtree: true, childList: true, attributes: true, characterData: true });
	});
	const box = await page.getByRole("main").boundingBox();
	await page.mouse.move((box?.x ?? 0) + 20, 200);
	await page.mouse.down();
	for (let step = 1; step <= 20; step += 1) await page.mouse.move((box?.x ?? 0) + 20 + step * 10, 200 + step * 5);
	await page.mouse.up();
	await expect.poll(() => viewport.getAttribute("style"), { timeout: 20_000 }).not.toBe(before);
	expect(await page.evaluate(() => (window as unknown as { changes: number }).changes)).toBe(0);
});

test("a run's problem stands on the node that it belongs to", async () => {
	const page = await newFlow("Problem");
	const problem = { nodeId: "Agent-Sup03", text: "Field model names the provider OpenAI but no model: choose a model." };
	await page.evaluate(([id, kept]) => sessionStorage.setItem(`foldback.run-problem.${id}`, kept), [
		new URL(page.url()).pathname.split("/").at(-1) ?? "",
		JSON.stringify(problem),
	] as const);
	await page.reload();
	await page.getByRole("group", { name: "Agent node" }).getByRole("alert").filter({ hasText: "choose a model" }).waitFor();
});

test.each([
	["light", {}],
	["dark", { dark: true }],
	["narrow", { viewport: { width: 390, height: 844 } }],
] as const)("axe finds nothing serious with a panel open: %s", async (name, options) => {
	const flow = await studio.api<{ readonly id: string }>("POST", "/api/v1/flows/", await flowWithStrangeNode(`Axe ${name}`));
	const page = await studio.open(`/flows/${flow.id}`, options);
	await page.getByRole("group", { name: "Agent node" }).waitFor();
	await expectAccessible(page);
	await page.getByRole("group", { name: "Agent node" }).focus();
	await page.keyboard.press("Enter");
	await page.getByRole("complementary", { name: "Agent settings" }).waitFor();
	await expectAccessible(page);
	expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
});
