import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the first message is remembered although the window holds four", async () => {
	const program = fileURLToPath(new URL("./own-database.ts", import.meta.url));
	const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@foldback/source", program]);
	expect(stdout).toContain("- order_number: A-1042");
	expect(stdout).toContain("26 more messages");
	expect(stdout.match(/^(user|assistant): .*$/gm)).toEqual(["user: Line 27.", "assistant: Line 28.", "user: Line 29.", "assistant: Line 30."]);
});
