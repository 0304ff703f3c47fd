import { openForPicture, type PictureContext } from "./picture-context.ts";

/** A session that is worth remembering. */
async function talk(url: string): Promise<void> {
	const texts = ["I am working on project PRJ-123 on the EU cluster.", ...Array.from({ length: 40 }, (_, turn) => longQuestion(turn))];
	for (const text of texts) {
		await fetch(`${url}/api/v1/run/support-assistant`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ input_value: text, session_id: "Migration of the billing service" }),
		});
	}
}

function longQuestion(turn: number): string {
	return `Shard ${turn} of the billing service logs a timeout after ${turn * 7} requests. The pool has ${turn + 4} connections, of which three wait for a lock. ${"The next lines of the log look the same. ".repeat(6)}`;
}

/** Flow list and editor. */
export async function takeEditorPictures(context: PictureContext): Promise<void> {
	await talk(context.host.url);
	for (const dark of [false, true]) {
		const page = await openForPicture(context, "/", { dark });
		await page.getByText("Support assistant without memory").waitFor();
		await page.screenshot({ path: context.save(`flows-${dark ? "dark" : "light"}`) });
		await page.getByRole("link", { name: "Support assistant", exact: true }).click();
		await page.getByRole("group", { name: "Agent node" }).click({ position: { x: 60, y: 24 } });
		const memory = page.getByRole("complementary", { name: "Agent settings" }).getByRole("region", { name: "Summarize Older Messages" });
		await memory.evaluate((section) => section.scrollIntoView({ block: "start" }));
		await page.keyboard.press("0");
		await page.getByText(/About \d+ % fewer/).waitFor();
		await page.screenshot({ path: context.save(`editor-${dark ? "dark" : "light"}`) });
		await page.context().close();
	}
}
