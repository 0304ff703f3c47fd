import type { ReplayContext } from "./replay-context.ts";
import { ReplayError } from "./replay-error.ts";
import type { SessionMemory } from "./session-memory.ts";
import type { SessionPlan } from "./session-plan.ts";

/** Longer than any fold may take. */
const timeoutMs = 60_000;
const pauseMs = 5;

/**
 * Waits until no fold is due: a person who reads and types takes longer than a fold, and the measure is the same at every replay.
 * @throws ReplayError when a fold failed, or none came although one is due.
 */
export async function settledMemory(
	plan: Pick<SessionPlan, "sessionId" | "modelName">,
	known: SessionMemory,
	{ host, flowId, endpoint }: ReplayContext,
): Promise<SessionMemory> {
	const { sessionId, modelName } = plan;
	const knownIds = new Set(known.journal.map(({ id }) => id));
	const deadline = performance.now() + timeoutMs;
	for (;;) {
		const memory = await host.memory(flowId, sessionId);
		const failed = memory.journal.find(({ id, outcome }) => !knownIds.has(id) && outcome === "failed");
		if (failed) {
			const details = [
				`A fold of session ${JSON.stringify(sessionId)} by ${failed.model} failed: ${failed.code}. See the host's log.`,
				...endpoint.takeProblems(modelName),
			];
			throw new ReplayError(details.join("\n"));
		}
		if (!memory.fold_due) return memory;
		if (performance.now() > deadline) {
			throw new ReplayError(
				`A fold of session ${JSON.stringify(sessionId)} has been due for ${timeoutMs} ms and did not come: ${memory.backlog} backlog messages wait. See the host's log.`,
			);
		}
		await new Promise((resolve) => setTimeout(resolve, pauseMs));
	}
}
