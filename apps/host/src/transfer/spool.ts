import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";

/** Lines kept on the disk of the data folder until all of them have been checked. The file has no name, so that a process that is killed leaves none behind. */
export interface Spool {
	add(line: string): Promise<void>;
	/** All lines, once. */
	read(): AsyncIterable<Uint8Array>;
	/** Gives the place back. */
	remove(): Promise<void>;
}

const bufferChars = 1 << 18;

/** @param folder for this user only; made when it is missing */
export async function openSpool(folder: string): Promise<Spool> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const path = join(folder, `${crypto.randomUUID()}.jsonl`);
	const file: FileHandle = await open(path, "wx+", 0o600);
	await rm(path);
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
			for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) yield chunk;
		},
		async remove() {
			await file.close();
		},
	};
}
