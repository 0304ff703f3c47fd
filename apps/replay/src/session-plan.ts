import type { RecordedTurn } from "./turns.ts";

/** One recorded session on its way through the host. */
export interface SessionPlan {
	readonly session: string;
	/** Session id on the host. */
	readonly sessionId: string;
	/** Model name under which the endpoint knows this session. */
	readonly modelName: string;
	readonly turns: readonly RecordedTurn[];
}
