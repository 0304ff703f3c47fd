import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";

/** Lines kept in a file of the data folder until all of them have been checked. */
export interface Spool {
	add(line: string): Promise<void>;
	/** All lines, once. */
	read(): AsyncIterable<Uint8Array>;
	/** Removes the file. */
	remove(): Promise<void>;
}

const bufferChars = 1 << 18;

/** @param folder for this user only; made when it is missing */
export async function openSpool(folder: string): Promise<Spool> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const path = join(folder, `${crypto.randomUUID()}.jsonl`);
	const file: FileHandle = await open(path, "wx", 0o600);
	let buffer = "";
	const flush = async () => {
		const text = buffer;
		buffer = "";
		await file.appendFile(text);
	};
	return {
		async add(line) {
			buffer += `${line}\n`;
			if (buffer.length > bufferChars) await flush();
		},
		async *read() {
			await flush();
			for await (const chunk of createReadStream(path)) yield chunk;
		},
		async remove() {
			await file.close();
			await rm(path, { force: true });
		},
	};
}
