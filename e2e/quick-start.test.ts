import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { quickStartScript } from "./support/quick-start.ts";
import { startTestHost, type TestHost } from "./support/test-host.ts";

let host: TestHost;
beforeAll(async () => {
	host = await startTestHost();
	// It answers before that, but the sample flows are there only then.
	await host.printed("Foldback is listening");
});
afterAll(() => host?.end());

test("the README's quick start works as it stands there", async () => {
	const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
	const script = quickStartScript(readme, host.url);
	const { stdout, stderr } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script]);
	expect(stderr).not.toMatch(/curl: /);
	expect(stdout).not.toMatch(/"status":\s*[45]\d\d/);
	expect(stdout).toMatch(/outputs/);
});
