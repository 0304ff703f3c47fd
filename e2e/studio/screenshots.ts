/** Writes pictures of the main screens to docs/images/: `pnpm screenshots`. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../../testing/browser.ts";
import { buildStudio } from "../../testing/build-studio.ts";
import { startTestHost } from "../support/test-host.ts";
import { takeEditorPictures } from "./screenshots/editor-pictures.ts";
import { takePlaygroundPictures } from "./screenshots/playground-pictures.ts";

const folder = fileURLToPath(new URL("../../docs/images", import.meta.url));

buildStudio();
await mkdir(folder, { recursive: true });
const host = await startTestHost();
const browser = await launchBrowser();
try {
	const context = { host, browser, save: (name: string) => join(folder, `${name}.png`) };
	await takeEditorPictures(context);
	await takePlaygroundPictures(context);
} finally {
	await browser.close();
	await host.end();
}
