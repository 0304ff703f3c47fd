import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readmeScript } from "./support/readme-script.ts";
import { startTestHost, type TestHost } from "./support/test-host.ts";

let host: TestHost;
beforeAll(async () => {
	host = await startTestHost();
});
afterAll(() => host?.end());

test("the README's commands work as they stand there", async () => {
	const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
	const script = readmeScript(readme, host.url);
	const { stdout, stderr } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script]);
	expect(stderr).not.toMatch(/curl: /);
	expect(stdout).not.toMatch(/"status":\s*[45]\d\d/);
	expect(stdout.match(/"outputs":/g)?.length).toBeGreaterThanOrEqual(3);
	expect(stdout).toMatch(/"text":"[^"]*EU cluster/);
	expect(stdout).toMatch(/"recent_window":4/);
});
