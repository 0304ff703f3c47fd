import { isJsonObject, type Json } from "../json.ts";

/** Headers that belong to the connection are the client's own. */
const reservedHeaders = /^(host|connection|content-length|transfer-encoding|upgrade|keep-alive|te|trailer|expect|proxy-.*)$/i;

/** @returns the usable rows of a table of `key` and `value` as HTTP headers. */
export function requestHeaders(table: Json | undefined): Readonly<Record<string, string>> {
	const rows = Array.isArray(table) ? table.filter(isJsonObject) : [];
	return Object.fromEntries(
		rows.flatMap(({ key, value }) => {
			const usable = typeof key === "string" && typeof value === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(key) && !/[^\t\x20-\x7e]/.test(value);
			return usable && !reservedHeaders.test(key) ? [[key, value] as const] : [];
		}),
	);
}
