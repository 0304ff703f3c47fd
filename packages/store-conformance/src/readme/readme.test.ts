import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("every code block of the README is a file here, so it compiles and runs", async () => {
	const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
	const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
	const files = await Promise.all((await readdir(new URL(".", import.meta.url))).map((name) => readFile(new URL(name, import.meta.url), "utf8")));
	expect(blocks.length).toBeGreaterThan(1);
	for (const block of blocks) expect(files).toContain(block);
});

test("the suite runs under node:test", async () => {
	const file = new URL("node-test.fixture.ts", import.meta.url);
	const run = await promisify(execFile)(process.execPath, ["--conditions=@foldback/source", "--test", "--test-reporter=tap", file.pathname], {
		env: cleanEnvironment(),
	});
	expect(run.stdout).toMatch(/^# fail 0$/m);
	expect(Number(/^# pass (\d+)$/m.exec(run.stdout)?.[1])).toBeGreaterThan(15);
});

/** Without what vitest puts there for its own workers. */
function cleanEnvironment(): NodeJS.ProcessEnv {
	const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_TEST_CONTEXT: _context, ...environment } = process.env;
	return environment;
}
