/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
	readonly [key: string]: Json;
}

/** Narrows a value to a plain JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @returns a copy of the object with one own property set; keys such as `__proto__` become plain properties. */
export function withKey(object: JsonObject, key: string, value: Json): JsonObject {
	return Object.defineProperty({ ...object }, key, { value, enumerable: true, writable: true, configurable: true });
}
