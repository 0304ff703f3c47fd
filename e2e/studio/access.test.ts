import { expect, test } from "vitest";
import { supportFlow } from "../support/support-flow.ts";
import { createKey } from "./support/create-key.ts";
import { eventually, toast } from "./support/editor.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { message, playgroundPath, say } from "./support/playground.ts";
import { useStudio } from "./support/studio.ts";

let key = "";
let otherKey = "";
const studio = useStudio({ FOLDBACK_AUTH: "keys" }, async (dataDir) => {
	key = await createKey(dataDir, "ann");
	otherKey = await createKey(dataDir, "bob");
});
/** The smallest PNG: one pixel. */
const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** @returns the id of a flow that the first key's owner has. */
async function createFlow(name: string): Promise<string> {
	const created = await fetch(`${studio.host.url}/api/v1/flows/`, {
		method: "POST",
		headers: { "content-type": "application/json", "x-api-key": key },
		body: JSON.stringify(await supportFlow(name)),
	});
	const { id }: { id: string } = await created.json();
	return id;
}

test("a host that wants a key: it is asked for, works for chat, files and pictures, stands in no address, and is forgotten when asked to", async () => {
	const id = await createFlow("Hers");
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

test("what was being written outlives a wrong key and is gone when somebody else's key is entered", async () => {
	const id = await createFlow("With a draft");
	const page = await studio.open(playgroundPath(id, "Draft"), { expected: [/401/, /404/] });
	const input = page.getByLabel("Your key");
	const loseKey = async () => {
		await page.evaluate(() => sessionStorage.setItem("foldback.api-key", "revoked"));
		await page.reload();
	};
	const enter = async (text: string) => {
		await input.fill(text);
		await page.keyboard.press("Enter");
	};
	await enter(key);
	const written = page.getByLabel("Message", { exact: true });
	await written.fill("Nobody else's business");
	await loseKey();
	await enter("wrong");
	await page.getByText("unknown or revoked").waitFor();
	await enter(key);
	await written.waitFor();
	expect(await written.inputValue()).toBe("Nobody else's business");
	await loseKey();
	await enter(otherKey);
	await page.getByText("The flow cannot be shown").waitFor();
	expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("business");
});
