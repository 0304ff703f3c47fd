import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/** The output end of an edge. `name` is `''` in exports that only knew the types of an output. */
export interface SourceHandle {
	readonly id: string;
	readonly dataType: string;
	readonly name: string;
	readonly outputTypes: readonly string[];
}

/** The input end of an edge. */
export interface TargetHandle {
	readonly id: string;
	readonly fieldName: string;
	readonly inputTypes: readonly string[];
	readonly type: string;
}

/**
 * Reads the output end of an edge: JSON with `œ` for `"` (spaces do not matter), an object, or the older `dataType|id|type|…`.
 * @returns undefined when it is none of them.
 */
export function parseSourceHandle(handle: Json | undefined): SourceHandle | undefined {
	const object = handleObject(handle);
	if (typeof object?.id === "string") {
		const outputTypes = typeList(object, "output_types") ?? typeList(object, "baseClasses") ?? [];
		return { id: object.id, dataType: textOf(object, "dataType"), name: textOf(object, "name"), outputTypes };
	}
	const [dataType, id, ...outputTypes] = pipeParts(handle);
	return dataType === undefined || id === undefined ? undefined : { id, dataType, name: "", outputTypes };
}

/**
 * Reads the input end of an edge, in the same spellings; the older one is `type;type|fieldName|id`.
 * @returns undefined when it is none of them.
 */
export function parseTargetHandle(handle: Json | undefined): TargetHandle | undefined {
	const object = handleObject(handle);
	if (typeof object?.id === "string" && typeof object.fieldName === "string") {
		return { id: object.id, fieldName: object.fieldName, inputTypes: typeList(object, "inputTypes") ?? [], type: textOf(object, "type") };
	}
	const [inputTypes, fieldName, id] = pipeParts(handle);
	if (inputTypes === undefined || fieldName === undefined || id === undefined) return undefined;
	return { id, fieldName, inputTypes: inputTypes.split(";"), type: "" };
}

/** Whether two spellings mean the same handle: the parsed values are compared, with keys in any order. */
export function sameHandle(left: Json, right: Json): boolean {
	return canonical(handleObject(left) ?? left) === canonical(handleObject(right) ?? right);
}

function handleObject(handle: Json | undefined): JsonObject | undefined {
	if (isJsonObject(handle)) return handle;
	if (typeof handle !== "string") return undefined;
	try {
		const parsed: unknown = JSON.parse(handle.replaceAll("œ", '"'));
		return isJsonObject(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

function textOf(object: JsonObject, key: string): string {
	const value = object[key];
	return typeof value === "string" ? value : "";
}

/** @returns the names of types, or undefined when there is no such list; a list that holds anything else counts as empty. */
function typeList(object: JsonObject, key: string): readonly string[] | undefined {
	const value = object[key];
	if (value === undefined || value === null) return undefined;
	const isList = Array.isArray(value) && value.every((type) => typeof type === "string");
	return isList ? value : [];
}

function pipeParts(handle: Json | undefined): string[] {
	return typeof handle === "string" && handle.includes("|") && !handle.startsWith("{") ? handle.split("|") : [];
}

function canonical(value: Json): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1))) : part,
	);
}
