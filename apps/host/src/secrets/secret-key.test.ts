import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/test-host.fixture.ts";
import { loadSecretKey } from "./secret-key.ts";

it("makes a key that only its user can read, once", () => {
	const folder = temporaryFolder();
	const key = loadSecretKey(folder);
	expect(key).toHaveLength(32);
	expect(loadSecretKey(folder)).toEqual(key);
	expect(statSync(join(folder, "secret.key")).mode & 0o777).toBe(0o600);
	expect(readdirSync(folder)).toEqual(["secret.key"]);
	expect(loadSecretKey(temporaryFolder())).not.toEqual(key);
});

it("says what to do when the file is no key", () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "secret.key"), "short");
	expect(() => loadSecretKey(folder)).toThrow(/secret\.key does not hold a key of 32 bytes.*Put the right file back/);
});
