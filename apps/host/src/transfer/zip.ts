import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

/** One file of a zip archive. */
export interface ZipEntry {
	readonly name: string;
	readonly bytes: Uint8Array;
}

/** What an archive may unpack to: it says little about that itself, and what it says may be a lie. */
export interface ZipLimits {
	readonly maxFiles: number;
	/** Bytes of all files together. */
	readonly maxBytes: number;
}

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const utf8Names = 0x0800;
const stored = 0;
const deflated = 8;
/** The first day that the format knows, so that the same files give the same archive. */
const firstDay = 0x21;
const endBytes = 22;

/** Whether these bytes begin as a zip archive does. */
export function isZip(bytes: Uint8Array): boolean {
	return bytes.length >= endBytes && view(bytes).getUint32(0, true) === signatures.local;
}

/** @returns a zip archive of these files, which must have different names. */
export function writeZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
	const parts: Uint8Array[] = [];
	const directory: Uint8Array[] = [];
	let offset = 0;
	for (const { name, bytes } of entries) {
		const packed = deflateRawSync(bytes);
		const nameBytes = Buffer.from(name);
		// Version 2.0, flags, method, time, day, checksum, packed size, size, length of the name, no extra field.
		const common = record([2, 20], [2, utf8Names], [2, deflated], [2, 0], [2, firstDay], [4, crc32(bytes)], [4, packed.length], [4, bytes.length]);
		const local = Buffer.concat([record([4, signatures.local]), common, record([2, nameBytes.length], [2, 0]), nameBytes, packed]);
		const rest = record([2, nameBytes.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
		directory.push(record([4, signatures.central], [2, 20]), common, rest, nameBytes);
		parts.push(local);
		offset += local.length;
	}
	const size = directory.reduce((sum, part) => sum + part.length, 0);
	const count = entries.length;
	const end = record([4, signatures.end], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
	return Uint8Array.from(Buffer.concat([...parts, ...directory, end]));
}

/**
 * Reads the wanted files of a zip archive.
 * @returns `too-large` when they exceed the limits, however small the archive is.
 * @throws Error (RangeError and zlib's among them) for an archive that is damaged, encrypted or split.
 */
export function readZip(bytes: Uint8Array, wanted: (name: string) => boolean, { maxFiles, maxBytes }: ZipLimits): readonly ZipEntry[] | "too-large" {
	const data = view(bytes);
	const end = findEnd(data);
	const entries: ZipEntry[] = [];
	let unpacked = 0;
	let at = data.getUint32(end + 16, true);
	for (let left = data.getUint16(end + 10, true); left > 0; left--) {
		if (data.getUint32(at, true) !== signatures.central) throw new Error("The archive's directory is damaged.");
		const nameLength = data.getUint16(at + 28, true);
		const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
		if (wanted(name)) {
			const content = readEntry(bytes, at, maxBytes - unpacked);
			if (content === "too-large" || entries.length >= maxFiles) return "too-large";
			unpacked += content.length;
			entries.push({ name, bytes: content });
		}
		at += 46 + nameLength + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
	}
	return entries;
}

function readEntry(bytes: Uint8Array, at: number, maxBytes: number): Uint8Array | "too-large" {
	const data = view(bytes);
	const [flags, method, packedSize, offset] = [
		data.getUint16(at + 8, true),
		data.getUint16(at + 10, true),
		data.getUint32(at + 20, true),
		data.getUint32(at + 42, true),
	];
	if ((flags & 1) === 1 || data.getUint32(offset, true) !== signatures.local) throw new Error("A file of the archive is encrypted or damaged.");
	const start = offset + 30 + data.getUint16(offset + 26, true) + data.getUint16(offset + 28, true);
	const packed = bytes.subarray(start, start + packedSize);
	if (method === stored) return packed.length > maxBytes ? "too-large" : packed;
	if (method !== deflated) throw new Error(`A file of the archive is packed by method ${method}.`);
	try {
		return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
	} catch (error) {
		if (error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") return "too-large";
		throw error;
	}
}

/** The record at the archive's end, before a comment of any length. */
function findEnd(data: DataView): number {
	for (let at = data.byteLength - endBytes; at >= Math.max(0, data.byteLength - endBytes - 0xffff); at--) {
		if (data.getUint32(at, true) === signatures.end) return at;
	}
	throw new Error("The archive has no end.");
}

/** Numbers of 2 or 4 bytes, lowest byte first. */
function record(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
	const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
	let at = 0;
	for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
	return buffer;
}

function view(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
