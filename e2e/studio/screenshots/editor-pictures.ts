import { openForPicture, type PictureContext } from "./picture-context.ts";

/** Flow list and editor. */
export async function takeEditorPictures(context: PictureContext): Promise<void> {
	for (const dark of [false, true]) {
		const page = await openForPicture(context, "/", { dark });
		await page.getByText("Support assistant without memory").waitFor();
		await page.screenshot({ path: context.save(`flows-${dark ? "dark" : "light"}`) });
		await page.getByRole("link", { name: "Support assistant", exact: true }).click();
		await page.getByRole("group", { name: "Agent node" }).click({ position: { x: 60, y: 24 } });
		await page.getByRole("complementary", { name: "Agent settings" }).waitFor();
		await page.screenshot({ path: context.save(`editor-${dark ? "dark" : "light"}`) });
		await page.context().close();
	}
}
