import type { SessionScope } from "@foldback/session-compressor";
import { readStrings } from "../json-column.ts";
import { StoreError } from "../store-error.ts";
import { openForMaintenance } from "./open-connection.ts";
import type { DatabasePlace } from "./place.ts";

const pageSize = 500;

/** A message and the files that it names. */
export interface NamedFile extends SessionScope {
	readonly id: string;
	readonly files: readonly string[];
	/** Why `files` cannot be read, and is empty here. */
	readonly unreadable: string | undefined;
}

/** What the rows say about files that are kept beside the database. */
export interface FileRows {
	/** Ids of all flows. */
	readonly flowIds: () => Promise<ReadonlySet<string>>;
	/** Messages with files, page by page. */
	readonly messages: () => AsyncGenerator<readonly NamedFile[]>;
}

/** Opens a database to compare it with a folder of files. @throws StoreError when it cannot be used. */
export async function withFileRows<Result>(place: DatabasePlace, work: (rows: FileRows) => Promise<Result>): Promise<Result> {
	const { read, close } = await openForMaintenance(place);
	async function* messages() {
		for (let last = ""; ; ) {
			const page = await read(({ upkeep }) => upkeep.withFiles(last, pageSize));
			yield page.map((row) => ({ ...row, ...readFiles(row) }));
			if (page.length < pageSize) return;
			last = page.at(-1)?.id ?? last;
		}
	}
	try {
		return await work({ flowIds: async () => new Set(await read(({ upkeep }) => upkeep.flowIds())), messages });
	} finally {
		await close();
	}
}

function readFiles({ id, files }: { readonly id: string; readonly files: string }): Pick<NamedFile, "files" | "unreadable"> {
	try {
		return { files: readStrings(files, { table: "message", column: "files", row: `message ${id}` }), unreadable: undefined };
	} catch (error) {
		if (!StoreError.isInstance(error)) throw error;
		return { files: [], unreadable: error.message };
	}
}
