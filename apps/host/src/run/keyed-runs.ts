import { setTimeout as sleep } from "node:timers/promises";
import type { IdempotencyStore, Json, KeyedRequest } from "@foldback/session-store";
import { ProblemError, quoteValue } from "../http/problem.ts";

/** What a run under a key leaves for repeated calls. */
export type KeyedAnswer = { readonly [key: string]: Json };

/** Runs what has a key once, whoever asks and how often. */
export interface KeyedRuns {
	/**
	 * Runs the request, waits for the same one that is under way, or gives back what an earlier one left. A run that failed may be repeated; who waited for it
	 * gets its failure.
	 * @param run gets the id that the user's row has at every attempt
	 * @throws a 422 problem when the key was used for another request
	 */
	once(
		request: KeyedRequest,
		run: (inputId: string) => Promise<KeyedAnswer>,
		signal: AbortSignal,
	): Promise<{ readonly answer: KeyedAnswer; readonly replayed: boolean }>;
}

/** How long a host that stopped in mid run keeps its claim, in milliseconds; a living one prolongs it. */
const leaseMs = 10_000;
const pollMs = 100;

export function createKeyedRuns({ store, now }: { readonly store: IdempotencyStore; readonly now: () => number }): KeyedRuns {
	const owner = crypto.randomUUID();
	const flights = new Map<string, Promise<KeyedAnswer>>();

	/** The claim is this process's: runs, keeps the lease alive, and leaves the answer or frees the key. */
	const fly = async (request: KeyedRequest, run: () => Promise<KeyedAnswer>): Promise<KeyedAnswer> => {
		const prolong = setInterval(() => void store.settle(request, owner, { untilMs: now() + leaseMs }).catch(() => {}), leaseMs / 3);
		try {
			const answer = await run();
			await store.settle(request, owner, { answer });
			return answer;
		} catch (error) {
			await store.settle(request, owner, { untilMs: 0 });
			throw error;
		} finally {
			clearInterval(prolong);
		}
	};

	return {
		async once(request, run, signal) {
			const place = JSON.stringify([request.userId, request.key]);
			for (;;) {
				const claim = await store.claim(request, { owner, untilMs: now() + leaseMs });
				if (claim.claim === "other-request") throw otherRequest(request.key);
				if (claim.claim === "done") return { answer: claim.answer, replayed: true };
				if (claim.claim === "yours") {
					const flight = fly(request, () => run(claim.inputId)).finally(() => flights.delete(place));
					flights.set(place, flight);
					return { answer: await flight, replayed: false };
				}
				const flight = flights.get(place);
				if (flight) return { answer: await flight, replayed: true };
				// Another process runs it.
				await sleep(pollMs, undefined, { signal });
			}
		},
	};
}

function otherRequest(key: string): ProblemError {
	return new ProblemError(
		"invalid-input",
		`The Idempotency-Key ${quoteValue(key)} was used for another request in the last 24 hours. Send a new key with a new request, and the same key only with the same one.`,
		{ extensions: { field: "idempotency-key" } },
	);
}
