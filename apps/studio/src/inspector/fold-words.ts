import type { Fold } from "../api/session-memory.ts";
import type { FoldResult } from "./inspector-api.ts";

const reasons: Readonly<Record<string, string>> = {
	network: "The model could not be reached.",
	timeout: "The model took too long.",
	aborted: "The fold was stopped.",
	unauthorized: "The model refused the key.",
	"rate-limited": "The model allows no more calls for now.",
	"server-error": "The model or the store failed.",
	"empty-reply": "The model replied with nothing.",
	"not-json": "The reply was prose, not the memory that was asked for.",
	"wrong-shape": "The reply had the wrong shape.",
	refusal: "The model refused.",
	"cut-off": "The reply was cut off by the token limit.",
	"content-filter": "A content filter stopped the reply.",
	"context-overflow": "The batch was too large for the model.",
	"empty-summary": "The reply had an empty summary.",
	conflict: "Another fold was saved first; its result is used.",
	"stale-history": "The messages changed while the fold ran, so it was not saved.",
	"no-rows": "The messages were deleted while the fold ran, so it was not saved.",
	accepted: "The model answers again.",
};

/** Why an attempt saved nothing; undefined for one that did. */
export function reasonOf({ code }: Pick<Fold, "code">): string | undefined {
	return code === null ? undefined : (reasons[code] ?? `It ended with ${code}.`);
}

const outcomes: Readonly<Record<string, { readonly label: string; readonly tone: "ok" | "warn" | "danger" | "neutral" }>> = {
	saved: { label: "Saved", tone: "ok" },
	"passed-over": { label: "Passed over", tone: "warn" },
	failed: { label: "Failed", tone: "danger" },
	lost: { label: "Lost", tone: "warn" },
	probe: { label: "Model tested", tone: "neutral" },
};

export function outcomeOf({ outcome }: Pick<Fold, "outcome">) {
	return outcomes[outcome] ?? { label: outcome, tone: "neutral" as const };
}

/** What is said after somebody asked for a fold or a rebuild. */
export function resultText({ outcome, folds = 1, code }: FoldResult): string {
	switch (outcome) {
		case "saved":
			return folds === 1 ? "Folded: the backlog is absorbed." : `Folded in ${folds} folds: the backlog is absorbed.`;
		case "not-due":
			return "There is nothing to fold: everything is absorbed or in the recent window.";
		case "lost":
			return "Another fold was saved first; its result is used.";
		case "failed":
			return `The fold failed, and nothing was changed. ${(code && reasons[code]) ?? ""}`.trim();
		case "backing-off":
			return "Folds fail at the moment: the next try waits a little.";
		case "no-store":
			return "This host has no store for session memory.";
	}
}
