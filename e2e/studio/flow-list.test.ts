import { expect, test } from "vitest";
import { expectAccessible } from "./support/expect-accessible.ts";
import { useStudio } from "./support/studio.ts";

const studio = useStudio();

test("the list shows the sample flows", async () => {
	const page = await studio.open("/");
	await page.getByText("Support assistant without memory").waitFor();
	await expectAccessible(page);
	expect(await page.title()).toContain("Foldback");
});
