import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { settingNames } from "./config.ts";

/** @returns the variables in the first column of a document's tables. */
async function variablesIn(document: string): Promise<readonly string[]> {
	const text = await readFile(new URL(`../../../${document}`, import.meta.url), "utf8");
	const cells = text.split("\n").flatMap((line) => /^\| (`[^|]+?) *\|/.exec(line)?.[1] ?? []);
	return cells.flatMap((cell) => {
		const names = [...cell.matchAll(/`(HOST|PORT|…?[A-Z]*_[A-Z_]+)[=`]/g)].map(([, name = ""]) => name);
		const [whole = ""] = names;
		return names.map((name) => (name.startsWith("…") ? `${whole.slice(0, whole.lastIndexOf("_TRACES_"))}${name.slice(1)}` : name));
	});
}

it("is told in the README or, for telemetry, in the guide for operators: every variable that is read, and no other", async () => {
	const documented = [...(await variablesIn("README.md")), ...(await variablesIn("docs/operations.md"))];
	expect([...new Set(documented)].toSorted()).toEqual(settingNames.toSorted());
});
