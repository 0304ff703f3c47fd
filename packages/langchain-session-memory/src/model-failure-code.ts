import type { FoldFailureCode } from "@foldback/session-compressor";

const maxCauses = 5;
const overflow =
	/context[ _-]?(?:length|window|size)|maximum (?:context|input|prompt)|too many (?:input )?tokens|(?:prompt|input|request) (?:is )?too (?:long|large)|exceeds? the (?:model|limit|maximum)[^.]{0,40}token|reduce the length/i;
const filtered = /content[ _-]?(?:filter|policy|management)|safety (?:system|filter)|flagged/i;

/**
 * Why a call of a chat model failed, as a code, whichever provider package threw. Reads HTTP status, error code and error name, along the chain of causes;
 * texts are read only to tell the kinds of a rejected request apart.
 * @returns `network` when nothing tells more.
 */
export function modelFailureCode(error: unknown): FoldFailureCode {
	for (const link of causes(error)) {
		const code = codeOf(link);
		if (code !== undefined) return code;
	}
	return "network";
}

function* causes(error: unknown): Generator<object> {
	let link = error;
	for (let depth = 0; depth < maxCauses && typeof link === "object" && link !== null; depth += 1) {
		yield link;
		link = "cause" in link ? link.cause : undefined;
	}
}

function codeOf(error: object): FoldFailureCode | undefined {
	const name = textField(error, "name");
	const code = `${textField(error, "code")} ${textField(error, "lc_error_code")}`;
	if (/timeout/i.test(name) || /ETIMEDOUT|TIMEOUT/.test(code)) return "timeout";
	if (/abort/i.test(name)) return "aborted";
	if (/LengthFinishReason/.test(name)) return "cut-off";
	if (/content_(?:filter|policy)/.test(code) || /ContentFilter/.test(name)) return "content-filter";
	if (/context_length|CONTEXT_OVERFLOW/.test(code) || /ContextOverflow/.test(name)) return "context-overflow";
	return statusCode(statusOf(error), textField(error, "message"));
}

function statusCode(status: number | undefined, message: string): FoldFailureCode | undefined {
	if (status === undefined) return undefined;
	if (status === 401 || status === 403) return "unauthorized";
	if (status === 429) return "rate-limited";
	if (status === 408) return "timeout";
	if (status === 413) return "context-overflow";
	if (status >= 500) return "server-error";
	if (overflow.test(message)) return "context-overflow";
	return filtered.test(message) ? "content-filter" : undefined;
}

function statusOf(error: object): number | undefined {
	for (const key of ["status", "statusCode"]) {
		const value: unknown = Reflect.get(error, key);
		if (typeof value === "number") return value;
	}
	return undefined;
}

function textField(error: object, key: string): string {
	const value: unknown = Reflect.get(error, key);
	return typeof value === "string" ? value : "";
}
