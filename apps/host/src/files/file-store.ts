import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** An uploaded file of a flow or a user. */
export interface StoredFile {
	/** Unique with its owner: a mark of its own, `_`, and the name that the user gave it. */
	readonly storedName: string;
	readonly name: string;
	/** Bytes. */
	readonly size: number;
	readonly createdAtMs: number;
}

/** Uploaded files, in a folder of the data folder for each owner: a flow, or a user. Whose the flow is is the caller's to check. */
export interface FileStore {
	/** @returns undefined when the owner's files have reached their limit. */
	save(ownerId: string, name: string, bytes: Uint8Array): Promise<StoredFile | undefined>;
	list(ownerId: string): Promise<readonly StoredFile[]>;
	/** @returns undefined when there is none of that name, or it is larger than `maxBytes`. */
	read(ownerId: string, storedName: string, maxBytes?: number): Promise<Uint8Array | undefined>;
	/** @returns whether there was one. */
	delete(ownerId: string, storedName: string): Promise<boolean>;
	/** All files of an owner. */
	deleteAll(ownerId: string): Promise<void>;
	/** Gives all files of an owner to one who has none. */
	give(ownerId: string, otherId: string): Promise<void>;
}

/** What one flow, and one user beside the flows, may hold. */
export const flowFileLimits = { maxFiles: 1_000, maxBytes: 100_000_000 } as const;

const storedPattern = /^[0-9a-f]{24}_[^/\\\p{Cc}]{1,150}$/u;

/** @param folder made at the first upload, for this user only */
export function createFileStore(folder: string, now: () => number): FileStore {
	const folderOf = (ownerId: string) => join(folder, folderName(ownerId));
	const pathOf = (ownerId: string, storedName: string) => (storedPattern.test(storedName) ? join(folderOf(ownerId), storedName) : undefined);
	const list = async (ownerId: string): Promise<readonly StoredFile[]> => {
		const names = (await orMissing(readdir(folderOf(ownerId)))) ?? [];
		const files = await Promise.all(names.filter((name) => storedPattern.test(name)).map((name) => describe(join(folderOf(ownerId), name), name)));
		return files.flat().sort((left, right) => left.createdAtMs - right.createdAtMs || (left.storedName < right.storedName ? -1 : 1));
	};
	return {
		async save(ownerId, name, bytes) {
			const files = await list(ownerId);
			const size = files.reduce((sum, file) => sum + file.size, bytes.length);
			if (files.length >= flowFileLimits.maxFiles || size > flowFileLimits.maxBytes) return undefined;
			await mkdir(folderOf(ownerId), { recursive: true, mode: 0o700 });
			const storedName = `${now().toString(16).padStart(12, "0").slice(-12)}${randomBytes(6).toString("hex")}_${plainName(name)}`;
			await writeFile(join(folderOf(ownerId), storedName), bytes, { flag: "wx", mode: 0o600 });
			return { storedName, name: plainName(name), size: bytes.length, createdAtMs: now() };
		},
		list,
		async read(ownerId, storedName, maxBytes = Number.POSITIVE_INFINITY) {
			const path = pathOf(ownerId, storedName);
			const found = path === undefined ? undefined : await orMissing(stat(path));
			return path !== undefined && found?.isFile() && found.size <= maxBytes ? orMissing(readFile(path)) : undefined;
		},
		async delete(ownerId, storedName) {
			const path = pathOf(ownerId, storedName);
			return path !== undefined && (await orMissing(rm(path).then(() => true))) === true;
		},
		deleteAll: (ownerId) => rm(folderOf(ownerId), { recursive: true, force: true }),
		give: async (ownerId, otherId) => void (await orMissing(rename(folderOf(ownerId), folderOf(otherId)))),
	};
}

/** The name of an owner's folder: whatever stands in the id, 40 hexadecimal digits. */
export function folderName(ownerId: string): string {
	return createHash("sha256").update(ownerId).digest("hex").slice(0, 40);
}

/** The name that the user gave a file, out of its stored name. */
export function userName(storedName: string): string {
	return storedName.slice(25);
}

/** The last part of a name, without what a file system or a terminal could take amiss; at most 150 bytes. */
function plainName(name: string): string {
	const last = name.split(/[/\\]/).at(-1) ?? "";
	const clean = last
		.toWellFormed()
		.replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
		.trim();
	let short = "";
	for (const letter of clean) {
		if (Buffer.byteLength(short + letter) > 150) break;
		short += letter;
	}
	return short === "" ? "file" : short;
}

async function describe(path: string, storedName: string): Promise<readonly StoredFile[]> {
	const found = await orMissing(stat(path));
	if (!found?.isFile()) return [];
	return [{ storedName, name: userName(storedName), size: found.size, createdAtMs: Number.parseInt(storedName.slice(0, 12), 16) }];
}

async function orMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
		throw error;
	}
}
