import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** @returns the path of a database that does not exist yet; its folder goes when the test ends. */
export function temporaryPath(): string {
	const folder = mkdtempSync(join(tmpdir(), "foldback-squad-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return join(folder, "chats.db");
}
