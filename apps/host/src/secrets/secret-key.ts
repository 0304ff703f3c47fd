import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const keyBytes = 32;

/**
 * The key of the secret table, from a file of mode 0600 in the data folder; made at the first start. Of several processes that start at once,
 * all get the same key: the file appears under its name complete or not at all.
 * @throws an error that says what to do when the file is not such a key.
 */
export function loadSecretKey(dataDir: string): Uint8Array {
	const file = join(dataDir, "secret.key");
	try {
		return readKey(file);
	} catch (error) {
		if (!isCode(error, "ENOENT")) throw error;
	}
	const draft = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
	try {
		writeNew(draft, `${randomBytes(keyBytes).toString("base64")}\n`);
		linkSync(draft, file);
	} catch (error) {
		if (!isCode(error, "EEXIST")) throw error;
	} finally {
		rmSync(draft, { force: true });
	}
	return readKey(file);
}

function writeNew(file: string, text: string): void {
	const handle = openSync(file, "wx", 0o600);
	try {
		writeSync(handle, text);
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
}

function readKey(file: string): Uint8Array {
	const key = Buffer.from(readFileSync(file, "utf8").trim(), "base64");
	if (key.length === keyBytes) return key;
	throw new Error(
		`${file} does not hold a key of ${keyBytes} bytes in base64. Put the right file back; if it is lost, remove it and enter the secrets of your flows again.`,
	);
}

function isCode(error: unknown, code: string): boolean {
	return error instanceof Error && "code" in error && error.code === code;
}
