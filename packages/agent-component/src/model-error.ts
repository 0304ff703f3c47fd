import { modelFailureCode } from "@foldback/langchain-session-memory/summarizer";
import { AgentError, type AgentErrorCode } from "./agent-error.ts";

const kinds: Readonly<Partial<Record<ReturnType<typeof modelFailureCode>, readonly [AgentErrorCode, string]>>> = {
	unauthorized: ["model-unauthorized", "its endpoint refused the key. Check the API key and what it may use."],
	"rate-limited": ["model-rate-limited", "its endpoint accepts no more requests now (429). Wait, or check quota and billing."],
	"server-error": ["model-unavailable", "its endpoint failed (5xx). Try again later."],
	timeout: ["model-unavailable", "its endpoint did not answer in time. Try again, or check that the server is up."],
	network: ["model-unavailable", "its endpoint could not be reached. Check the base URL and that the server is up."],
	"context-overflow": ["context-overflow", "the messages do not fit its context. Lower Number of Chat History Messages, or send less."],
	"content-filter": ["content-filter", "its provider's content filter blocked the request."],
	aborted: ["cancelled", "the run was cancelled."],
};

/** @returns what a failed call of a run means: that it was cancelled, when its signal has aborted, or what `modelError` says. */
export function callError(error: unknown, modelName: string, signal: AbortSignal): AgentError {
	return signal.aborted ? new AgentError("cancelled", "The run was cancelled.", { cause: error }) : modelError(error, modelName);
}

/** @returns what a failed model call means, without key, prompt or the provider's own text; those stay in the cause. */
function modelError(error: unknown, modelName: string): AgentError {
	const code = modelFailureCode(error);
	const status = statusOf(error);
	if (code === "network" && status === 404) {
		return new AgentError("unknown-model", `Model ${JSON.stringify(modelName)} is unknown to its endpoint (404). Check the model's name and the base URL.`, {
			field: "model",
			cause: error,
		});
	}
	if (code === "network" && status !== undefined) {
		return new AgentError(
			"model-rejected",
			`Model ${JSON.stringify(modelName)} rejected the request (HTTP ${status}). Check that it supports chat and tools.`,
			{ cause: error },
		);
	}
	const [kind, text] = kinds[code] ?? ["invalid-reply", `its reply could not be used (${code}).`];
	return new AgentError(kind, `Model ${JSON.stringify(modelName)} gave no answer: ${text}`, { cause: error });
}

function statusOf(error: unknown): number | undefined {
	if (typeof error !== "object" || error === null) return undefined;
	const status: unknown = Reflect.get(error, "status") ?? Reflect.get(error, "statusCode");
	if (typeof status === "number") return status;
	return "cause" in error && error.cause !== error ? statusOf(error.cause) : undefined;
}
