import type { FileReference, MessageStore } from "@foldback/session-store";
import type { FileStore } from "./file-store.ts";

interface FileHolders {
	readonly files: FileStore;
	readonly store: { readonly messages: Pick<MessageStore, "withFiles"> };
}

/**
 * Deletes the uploaded files of a flow that only messages name which are about to go. To be called before the messages are deleted: should the process
 * die in between, a repeated call still finds them. Files that no message ever named stay.
 * @param isGoing whether this message will name this file no more; `storedName` is without the flow's id
 */
export async function removeMessageFiles(
	{ files, store }: FileHolders,
	flowId: string,
	isGoing: (row: FileReference, storedName: string) => boolean,
): Promise<number> {
	const stored = await files.list(flowId);
	if (stored.length === 0) return 0;
	const named = new Map<string, { going: boolean }>();
	for (const row of await store.messages.withFiles({ flowId })) {
		for (const storedName of row.files.map(storedNameOf)) {
			const going = isGoing(row, storedName);
			const known = named.get(storedName);
			if (known) known.going &&= going;
			else named.set(storedName, { going });
		}
	}
	let removed = 0;
	for (const { storedName } of stored) {
		if (named.get(storedName)?.going && (await files.delete(flowId, storedName))) removed++;
	}
	return removed;
}

/** @returns the name under which a file is stored, from what a message calls it: with or without the flow's id. */
export function storedNameOf(file: string): string {
	return file.split("/").at(-1) ?? "";
}
