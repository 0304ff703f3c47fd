import { expect, test } from "vitest";
import { supportFlow } from "../support/support-flow.ts";
import { createKey } from "./support/create-key.ts";
import { eventually, toast } from "./support/editor.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { message, playgroundPath, say } from "./support/playground.ts";
import { useStudio } from "./support/studio.ts";

let key = "";
const studio = useStudio({ FOLDBACK_AUTH: "keys" }, async (dataDir) => {
	key = await createKey(dataDir, "ann");
});
/** The smallest PNG: one pixel. */
const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

test("a host that wants a key: it is asked for, works for chat, files and pictures, stands in no address, and is forgotten when asked to", async () => {
	const created = await fetch(`${studio.host.url}/api/v1/flows/`, {
		method: "POST",
		headers: { "content-type": "application/json", "x-api-key": key },
		body: JSON.stringify(await supportFlow("Hers")),
	});
	const { id }: { id: string } = await created.json();
	const page = await studio.open(playgroundPath(id, "Locked"), { expected: [/401/] });
	const addresses: string[] = [];
	page.on("request", (request) => addresses.push(request.url()));
	const input = page.getByLabel("Your key");
	const enter = async (text: string) => {
		await input.fill(text);
		await page.keyboard.press("Enter");
	};
	await page.getByText("This server asks for an API key").waitFor();
	await expectAccessible(page);
	await enter("two words");
	await page.getByRole("alert").getByText("neither spaces").waitFor();
	await enter("wrong");
	await page.getByText("unknown or revoked").waitFor();
	await enter(key);

	await page.getByLabel("Files to attach").setInputFiles([
		{ name: "facts.txt", mimeType: "text/plain", buffer: Buffer.from("The cluster is EU-West.") },
		{ name: "pixel.png", mimeType: "image/png", buffer: pixel },
	]);
	await page.getByRole("list", { name: "Attached files" }).getByText("pixel.png").waitFor();
	await say(page, "What do these say?");
	const asked = message(page, "What do these say?").first();
	const picture = asked.getByRole("img", { name: "pixel.png" });
	await picture.waitFor();
	await eventually(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 1);
	const download = page.waitForEvent("download");
	await asked.getByRole("link", { name: "facts.txt" }).click();
	expect((await download).suggestedFilename()).toContain("facts.txt");
	await page.getByRole("article").nth(1).waitFor();
	await page.reload();
	await picture.waitFor();
	expect(await toast(page, /./).count()).toBe(0);
	expect(addresses.filter((address) => address.includes(key))).toEqual([]);

	await page.getByRole("button", { name: "API key" }).click();
	await page.getByRole("menuitem", { name: "Forget key" }).click();
	await page.waitForURL(`${studio.host.url}/`);
	await input.waitFor();
	expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(key);
});
