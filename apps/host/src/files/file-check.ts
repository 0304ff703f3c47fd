import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { FileRows } from "@foldback/session-store/maintenance";
import { createFileStore, folderName } from "./file-store.ts";

/** A folder of uploads whose flow is no more. */
export interface StrayFolder {
	readonly path: string;
	readonly files: number;
	/** Where it was moved, once it was. */
	readonly movedTo: string | undefined;
}

/** A message that names an uploaded file that is not there, or whose list of files cannot be read. */
export type FileFault = { readonly flowId: string; readonly messageId: string } & ({ readonly file: string } | { readonly unreadable: string });

/**
 * Compares the uploads with the flows. A stray folder is moved out of the way when `mend` says so, not deleted: with the wrong database it would be everything.
 * The folders are read before the flows, so an upload that comes in between is none.
 */
export async function findStrayFolders(dataDir: string, { flowIds }: Pick<FileRows, "flowIds">, mend: boolean): Promise<readonly StrayFolder[]> {
	const folder = join(dataDir, "files");
	const present = ((await names(folder)) ?? []).filter((name) => /^[0-9a-f]{40}$/.test(name));
	if (present.length === 0) return [];
	const known = new Set([...(await flowIds())].map(folderName));
	const stray = present.filter((name) => !known.has(name));
	const away = join(dataDir, "files-without-flow");
	if (mend && stray.length > 0) await mkdir(away, { recursive: true, mode: 0o700 });
	const found = await Promise.all(
		stray.map(async (name) => {
			const path = join(folder, name);
			const files = await names(path);
			// A host that has just deleted a flow deletes the folder next.
			if (files === undefined) return [];
			const movedTo = mend ? join(away, name) : undefined;
			if (movedTo !== undefined) await rename(path, movedTo);
			return [{ path, files: files.length, movedTo }];
		}),
	);
	return found.flat();
}

/**
 * Messages that name a file of their flow's uploads which is not there (somebody deleted it, or the folder was not restored; other names are not looked at),
 * and those of which nobody can tell what they name.
 */
export async function* findFileFaults(dataDir: string, { messages }: Pick<FileRows, "messages">): AsyncGenerator<FileFault> {
	const store = createFileStore(join(dataDir, "files"), Date.now);
	const present = new Map<string, ReadonlySet<string>>();
	for await (const page of messages()) {
		for (const { id, flowId, files, unreadable } of page) {
			if (unreadable !== undefined) yield { flowId, messageId: id, unreadable };
			const stored = present.get(flowId) ?? new Set((await store.list(flowId)).map(({ storedName }) => storedName));
			present.set(flowId, stored);
			for (const file of files) {
				const name = file.startsWith(`${flowId}/`) ? file.slice(flowId.length + 1) : file;
				if (/^[0-9a-f]{24}_[^/\\]+$/.test(name) && !stored.has(name)) yield { flowId, messageId: id, file };
			}
		}
	}
}

/** @returns undefined when there is no such folder. */
async function names(folder: string): Promise<readonly string[] | undefined> {
	try {
		return await readdir(folder);
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
		throw error;
	}
}
