/** Media types of bodies that some calls take beside JSON; a form on another site can send only the first kind, and its `Origin` gives it away. */
const jsonLines = ["application/x-ndjson", "application/jsonl", "application/jsonlines"];

const uploads = /^\/api\/(v1\/files\/upload\/[^/]+|v2\/files)\/?$/;
const flowUploads = /^\/api\/v1\/flows\/upload\/?$/;
const imports = /^\/api\/v1\/monitor\/messages\/import\/?$/;

/** @returns the media types that a mutation at this path may have. */
export function acceptedMediaTypes(path: string): readonly string[] {
	if (uploads.test(path)) return ["multipart/form-data"];
	if (flowUploads.test(path)) return ["application/json", "multipart/form-data"];
	if (imports.test(path)) return jsonLines;
	return ["application/json"];
}

/** Whether the body is read as a stream, so that the limits for JSON documents do not apply. */
export function isStreamedBody(path: string): boolean {
	return imports.test(path);
}

/** `application/json; charset=utf-8` → `application/json`. */
export function mediaType(contentType = ""): string {
	return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}
