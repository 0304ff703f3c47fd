import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { toast } from "./support/editor.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { flowWithStrangeNode, langflowExport } from "./support/flows.ts";
import { useStudio } from "./support/studio.ts";

const studio = useStudio();
const asFile = (name: string, content: unknown) => ({ name, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(content)) });

test("make, rename, duplicate, and delete after being asked once", async () => {
	const page = await studio.open("/");
	await page.getByRole("button", { name: "New flow" }).click();
	await page.getByRole("group", { name: "Agent node" }).waitFor();
	await page.getByRole("link", { name: "Foldback: all flows" }).click();

	await page.getByRole("button", { name: "Actions for New flow" }).click();
	await page.getByRole("menuitem", { name: "Rename" }).click();
	await page.getByRole("textbox", { name: "Flow name" }).fill("Help desk");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "Help desk", exact: true }).waitFor();

	await page.getByRole("button", { name: "Actions for Help desk" }).click();
	await page.getByRole("menuitem", { name: "Duplicate" }).click();
	const copy = page.getByRole("article", { name: "Help desk (copy)" });
	await copy.waitFor();

	await page.getByRole("button", { name: "Actions for Help desk (copy)" }).click();
	await page.getByRole("menuitem", { name: "Delete" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
	expect(await copy.count()).toBe(1);
	await page.getByRole("button", { name: "Actions for Help desk (copy)" }).click();
	await page.getByRole("menuitem", { name: "Delete" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete flow" }).click();
	await copy.waitFor({ state: "detached" });
	const names = (await studio.api<readonly { readonly name: string }[]>("GET", "/api/v1/flows/")).map(({ name }) => name);
	expect(names).toContain("Help desk");
	expect(names).not.toContain("Help desk (copy)");
});

test("an export goes in and out untouched, unsupported nodes and unknown members too", async () => {
	const page = await studio.open("/");
	const flow = await flowWithStrangeNode("Import me");
	await page.getByLabel("Files to import").setInputFiles(asFile("import-me.json", flow));
	await page.getByRole("link", { name: "Import me", exact: true }).waitFor();

	await page.getByRole("button", { name: "Actions for Import me" }).click();
	const download = page.waitForEvent("download");
	await page.getByRole("menuitem", { name: "Export" }).click();
	const file = await download;
	expect(file.suggestedFilename()).toBe("Import me.json");
	expect(JSON.parse(await readFile(await file.path(), "utf8"))).toEqual(flow);

	await page.getByRole("link", { name: "Import me", exact: true }).click();
	const strange = page.getByRole("group", { name: "Vector Store node" });
	await strange.getByText("Not supported").waitFor();
	await strange.getByText("Foldback has no component VectorStore.").waitFor();
});

test("files can be dropped; what is no flow is refused in words", async () => {
	const page = await studio.open("/", { expected: [/422/] });
	const text = await readFile(langflowExport, "utf8");
	const drop = (name: string, content: string) =>
		page.evaluate(
			([fileName, fileText]) => {
				const data = new DataTransfer();
				data.items.add(new File([fileText], fileName, { type: "application/json" }));
				document.querySelector("main")?.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
			},
			[name, content] as const,
		);
	await page.getByRole("button", { name: "New flow", exact: true }).waitFor();
	await drop("dropped.json", JSON.stringify({ ...JSON.parse(text), name: "Dropped" }));
	await page.getByRole("link", { name: "Dropped", exact: true }).waitFor();
	await drop("broken.json", "{");
	await toast(page, "broken.json was not imported. It is not JSON").waitFor();
	await drop("other.json", '{"name":"x","data":{"nodes":7}}');
	await toast(page, "other.json was not imported. It is no flow as Langflow or Foldback exports it").waitFor();
});

test("the theme follows the device, or what was chosen, also after a reload", async () => {
	const page = await studio.open("/", { dark: true });
	const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
	expect(await isDark()).toBe(true);
	await page.getByRole("button", { name: "Theme" }).click();
	await page.getByRole("menuitem", { name: "Light" }).click();
	await page.reload();
	await page.getByRole("button", { name: "New flow", exact: true }).waitFor();
	expect(await isDark()).toBe(false);
});

test.each([
	["light", { dark: false }],
	["dark", { dark: true }],
	["narrow", { viewport: { width: 390, height: 844 } }],
] as const)("axe finds nothing serious: %s", async (_name, options) => {
	const page = await studio.open("/", options);
	await page.getByRole("article").first().waitFor();
	await expectAccessible(page);
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
	expect(overflow).toBe(0);
});
