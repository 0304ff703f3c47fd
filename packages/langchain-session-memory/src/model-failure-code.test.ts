import { expect, test } from "vitest";
import { modelFailureCode } from "./model-failure-code.ts";

const error = (fields: object, message = "failed") => Object.assign(new Error(message), fields);

test.each([
	[error({ status: 401 }), "unauthorized"],
	[error({ status: 403 }), "unauthorized"],
	[error({ statusCode: 429 }), "rate-limited"],
	[error({ status: 500 }), "server-error"],
	[error({ status: 503 }), "server-error"],
	[error({ status: 408 }), "timeout"],
	[error({ name: "TimeoutError" }), "timeout"],
	[error({ name: "APIConnectionTimeoutError" }), "timeout"],
	[error({ code: "ETIMEDOUT" }), "timeout"],
	[error({ name: "AbortError" }), "aborted"],
	[error({ name: "ModelAbortError" }), "aborted"],
	[error({ status: 413 }), "context-overflow"],
	[error({ status: 400, code: "context_length_exceeded" }), "context-overflow"],
	[error({ status: 400 }, "This model's maximum context length is 8192 tokens."), "context-overflow"],
	[error({ status: 400 }, "prompt is too long: 210000 tokens > 200000 maximum"), "context-overflow"],
	[error({ status: 400 }, "Please reduce the length of the messages."), "context-overflow"],
	[error({ status: 400, code: "content_filter" }), "content-filter"],
	[error({ status: 400 }, "The response was filtered due to the content management policy."), "content-filter"],
	[error({ name: "ContentFilterFinishReasonError" }), "content-filter"],
	[error({ name: "LengthFinishReasonError" }), "cut-off"],
	[error({ status: 400 }, "something else"), "network"],
	[error({ code: "ECONNREFUSED" }), "network"],
	[new TypeError("fetch failed"), "network"],
	["a string", "network"],
	[undefined, "network"],
	[error({ cause: error({ cause: error({ status: 401 }) }) }), "unauthorized"],
])("%s is %s", (thrown, code) => {
	expect(modelFailureCode(thrown)).toBe(code);
});

test("a chain of causes that bites its own tail ends", () => {
	const endless = error({});
	endless.cause = endless;
	expect(modelFailureCode(endless)).toBe("network");
});

test("text of a failed call without a status is not read for codes: it may quote the chat", () => {
	expect(modelFailureCode(new Error("socket closed while sending: my context length is flagged"))).toBe("network");
});
