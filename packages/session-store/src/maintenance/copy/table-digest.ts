import { hash } from "node:crypto";

/** Number of rows, and a checksum over their values that does not depend on their order: it grows row by row. */
export interface TableDigest {
	readonly rows: number;
	/** 32 hexadecimal digits. */
	readonly checksum: string;
}

export const emptyDigest: TableDigest = { rows: 0, checksum: "0".repeat(32) };

const modulus = 1n << 128n;

/**
 * Adds rows to a digest. Rows are compared as JavaScript reads them, so both dialects give the same.
 * @param columns names of the columns, in one order for both sides
 */
export function addToDigest(digest: TableDigest, rows: readonly Readonly<Record<string, unknown>>[], columns: readonly string[]): TableDigest {
	let sum = BigInt(`0x${digest.checksum}`);
	for (const row of rows) {
		const values = JSON.stringify(columns.map((column) => row[column]));
		sum = (sum + BigInt(`0x${hash("sha256", values).slice(0, 32)}`)) % modulus;
	}
	return { rows: digest.rows + rows.length, checksum: sum.toString(16).padStart(32, "0") };
}

/** Whether both are of the same rows. */
export function isSameDigest(left: TableDigest, right: TableDigest): boolean {
	return left.rows === right.rows && left.checksum === right.checksum;
}
