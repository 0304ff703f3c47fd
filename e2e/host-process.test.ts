import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHostProcess } from "@foldback/replay";
import { expect, test } from "vitest";

test("a host that cannot start is reported with what it printed", async () => {
	const dataDir = await mkdtemp(join(tmpdir(), "foldback-e2e-"));
	try {
		const started = startHostProcess({ dataDir, env: { FOLDBACK_FOLD_TIMING: "sometimes" } });
		await expect(started).rejects.toThrow(/The host did not start: it ended with 2[\s\S]*FOLDBACK_FOLD_TIMING is "sometimes"/);
	} finally {
		await rm(dataDir, { recursive: true, force: true });
	}
});
