import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Where a part of the corpus is.
 * @throws Error when FOLDBACK_CORPUS is unset or has no such folder.
 */
export function corpusFolder(part: string): string {
	const root = process.env.FOLDBACK_CORPUS;
	if (root === undefined || root === "") {
		throw new Error("FOLDBACK_CORPUS is not set. Set it to a folder with flows/*.json and conversations/*.jsonl, then run pnpm test:corpus again.");
	}
	const folder = join(root, part);
	if (!existsSync(folder)) throw new Error(`FOLDBACK_CORPUS is ${root}, which has no folder ${part}. Set it to a folder with flows/*.json.`);
	return folder;
}
