import { ProblemError, quoteValue } from "../http/problem.ts";
import { readZip, writeZip } from "./zip.ts";

const limits = { maxFiles: 500, maxBytes: 50_000_000 } as const;

/** A text file of an archive. */
export interface ArchivedFile {
	readonly name: string;
	readonly text: string;
}

/** @returns a zip archive of these files, each `name.json`; one whose name is taken gets a number. */
export function packFiles(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
	const packed = new Map<string, Uint8Array>();
	for (const { name, text } of files) packed.set(freeName(plainName(name), packed), Buffer.from(text));
	return writeZip([...packed].map(([name, bytes]) => ({ name, bytes })));
}

/**
 * @param name the archive's own name, for errors
 * @returns the JSON files of a zip archive.
 * @throws a problem for an archive that is damaged, too large, or holds none.
 */
export function unpackFiles(name: string, bytes: Uint8Array): readonly ArchivedFile[] {
	const files = readArchive(name, bytes);
	if (files.length > 0) return files.map((file) => ({ name: file.name, text: new TextDecoder().decode(file.bytes) }));
	throw refused("invalid-input", name, "holds no .json file. Put exported flows into it.");
}

function readArchive(name: string, bytes: Uint8Array) {
	try {
		const files = readZip(bytes, isWanted, limits);
		if (files !== "too-large") return files;
	} catch (cause) {
		throw refused("invalid-input", name, "cannot be read. Export the flows again, or pack them without a password.", cause);
	}
	throw refused("too-large", name, `holds more than ${limits.maxFiles} files or ${limits.maxBytes / 1_000_000} MB. Send it in parts.`);
}

function isWanted(path: string): boolean {
	return path.toLowerCase().endsWith(".json") && !path.startsWith("__MACOSX/");
}

function refused(kind: "invalid-input" | "too-large", name: string, what: string, cause?: unknown): ProblemError {
	return new ProblemError(kind, `The archive ${quoteValue(name)} ${what}`, { extensions: { field: "file" }, cause });
}

/** Without what a file system could take amiss. */
function plainName(name: string): string {
	const plain = name
		.toWellFormed()
		.replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, "_")
		.replace(/^[.\s]+/, "")
		.trim();
	return plain === "" ? "flow" : Array.from(plain).slice(0, 100).join("");
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
	for (let number = 1; ; number++) {
		const free = `${number === 1 ? name : `${name} (${number})`}.json`;
		if (!taken.has(free)) return free;
	}
}
