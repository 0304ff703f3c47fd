import * as z from "zod";
import { isJsonObject, type Json } from "./json.ts";

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

const types = z.array(z.string()).nullish().catch([]);
const sourceShape = z.looseObject({ id: z.string(), dataType: z.string().catch(""), name: z.string().catch(""), output_types: types, baseClasses: types });
const targetShape = z.looseObject({ id: z.string(), fieldName: z.string(), inputTypes: types, type: z.string().catch("") });

/**
 * Reads the output end of an edge: JSON with `œ` for `"` (spaces do not matter), an object, or the older `dataType|id|type|…`.
 * @returns undefined when it is none of them.
 */
export function parseSourceHandle(handle: Json | undefined): SourceHandle | undefined {
	const parsed = sourceShape.safeParse(handleObject(handle));
	if (parsed.success) {
		const { id, dataType, name, output_types, baseClasses } = parsed.data;
		return { id, dataType, name, outputTypes: output_types ?? baseClasses ?? [] };
	}
	const [dataType, id, ...outputTypes] = pipeParts(handle);
	return dataType === undefined || id === undefined ? undefined : { id, dataType, name: "", outputTypes };
}

/**
 * Reads the input end of an edge, in the same spellings; the older one is `type;type|fieldName|id`.
 * @returns undefined when it is none of them.
 */
export function parseTargetHandle(handle: Json | undefined): TargetHandle | undefined {
	const parsed = targetShape.safeParse(handleObject(handle));
	if (parsed.success) {
		const { id, fieldName, inputTypes, type } = parsed.data;
		return { id, fieldName, inputTypes: inputTypes ?? [], type };
	}
	const [inputTypes, fieldName, id] = pipeParts(handle);
	if (inputTypes === undefined || fieldName === undefined || id === undefined) return undefined;
	return { id, fieldName, inputTypes: inputTypes.split(";"), type: "" };
}

/** Whether two spellings mean the same handle: the parsed values are compared, with keys in any order. */
export function sameHandle(left: Json, right: Json): boolean {
	return canonical(handleObject(left) ?? left) === canonical(handleObject(right) ?? right);
}

function handleObject(handle: Json | undefined): Json | undefined {
	if (isJsonObject(handle)) return handle;
	if (typeof handle !== "string") return undefined;
	try {
		const parsed: unknown = JSON.parse(handle.replaceAll("œ", '"'));
		return isJsonObject(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

function pipeParts(handle: Json | undefined): string[] {
	return typeof handle === "string" && handle.includes("|") && !handle.startsWith("{") ? handle.split("|") : [];
}

function canonical(value: Json): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1))) : part,
	);
}
