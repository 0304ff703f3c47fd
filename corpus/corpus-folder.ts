import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Paths of the corpus files in a subfolder with this ending, in order.
 * @throws when `FOLDBACK_CORPUS` is not set or there is no such file: a corpus check that checks nothing must not pass.
 */
export async function corpusFiles(subfolder: string, ending: string): Promise<readonly string[]> {
	const root = process.env.FOLDBACK_CORPUS;
	if (root === undefined || root === "") throw new Error("FOLDBACK_CORPUS is not set. Set it to the folder that holds conversations/ and flows/.");
	const folder = join(root, subfolder);
	const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
	if (names.length === 0) throw new Error(`${folder} holds no ${ending} file. Check FOLDBACK_CORPUS=${root}.`);
	return names.map((name) => join(folder, name));
}
