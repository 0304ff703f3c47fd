import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isZip, readZip, writeZip } from "./zip.ts";

const limits = { maxFiles: 10, maxBytes: 1_000 };
const all = () => true;
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const read = (archive: Uint8Array) => {
	const entries = readZip(archive, all, limits);
	return entries === "too-large" ? entries : entries.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]);
};

it("gives back what it was given, under names of any letters", () => {
	const archive = writeZip([file("a.json", "{}"), file("Überblick 🗺.json", ""), file("b/c.json", "x".repeat(900))]);
	expect(isZip(archive)).toBe(true);
	expect(read(archive)).toEqual([
		["a.json", "{}"],
		["Überblick 🗺.json", ""],
		["b/c.json", "x".repeat(900)],
	]);
});

it("leaves out what is not wanted", () => {
	const entries = readZip(writeZip([file("a.json", "{}"), file("big.bin", "x".repeat(5_000))]), (name) => name.endsWith(".json"), limits);
	expect(entries).toHaveLength(1);
});

it("reads a file that is stored as it is, and an archive with a comment", () => {
	const archive = Buffer.from(writeZip([file("a.json", "{}")]));
	const packed = deflateRawSync("{}");
	const at = archive.indexOf(packed);
	const plain = Buffer.concat([archive.subarray(0, at), Buffer.from("{}"), archive.subarray(at + packed.length), Buffer.from("comment")]);
	const central = plain.indexOf("PK\u0001\u0002");
	for (const [place, value] of [
		[8, 0],
		[18, 2],
	] as const)
		plain.writeUInt16LE(value, place);
	plain.writeUInt16LE(0, central + 10);
	plain.writeUInt32LE(2, central + 20);
	const end = plain.indexOf("PK\u0005\u0006");
	plain.writeUInt32LE(central, end + 16);
	plain.writeUInt16LE("comment".length, end + 20);
	expect(read(plain)).toEqual([["a.json", "{}"]]);
});

describe("limits", () => {
	it("stops unpacking at the limit, whatever sizes the archive claims", () => {
		const archive = Buffer.from(writeZip([file("bomb.json", "0".repeat(5_000_000))]));
		archive.writeUInt32LE(10, 22);
		archive.writeUInt32LE(10, archive.indexOf("PK\u0001\u0002") + 24);
		expect(read(archive)).toBe("too-large");
	});

	it("counts the files, and all of them together", () => {
		expect(read(writeZip(Array.from({ length: 11 }, (_, index) => file(`${index}`, ""))))).toBe("too-large");
		expect(read(writeZip([file("a", "x".repeat(600)), file("b", "x".repeat(600))]))).toBe("too-large");
	});
});

it("throws an Error for a damaged archive, and never hangs", () => {
	const archive = writeZip([file("a.json", "{}"), file("b.json", '{"name": "b"}')]);
	const damage = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 });
	fc.assert(
		fc.property(damage, fc.nat(archive.length), (changes, length) => {
			const broken = Uint8Array.from(archive);
			for (const [place, value] of changes) broken[place] = value;
			try {
				readZip(broken.subarray(0, length), all, limits);
			} catch (error) {
				expect(error).toBeInstanceOf(Error);
			}
		}),
		{ numRuns: 500 },
	);
});
