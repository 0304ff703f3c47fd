import { type FileStore, type StoredFile, userName } from "./file-store.ts";

/** Files of a user, for all of his or her flows. They are stored as a flow's are, in a folder of their own for each user. */
export type UserFiles = FileStore;

const prefix = "user/";

/** What flows and runs call a file of their owner. It names no user: what is given to another one keeps its names. */
export function userFilePath({ storedName }: Pick<StoredFile, "storedName">): string {
	return `${prefix}${storedName}`;
}

/** @returns the stored name in such a path; undefined when it is none. */
export function userFileName(path: string): string | undefined {
	return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** The id of a file in Langflow's second API of files: the mark in its stored name. */
export function fileId({ storedName }: Pick<StoredFile, "storedName">): string {
	return storedName.slice(0, 24);
}

/** @returns a file's name without its ending, as Langflow gives it. */
export function bareName({ storedName }: Pick<StoredFile, "storedName">): string {
	return userName(storedName).replace(/(?<=.)\.[^.]*$/, "");
}
