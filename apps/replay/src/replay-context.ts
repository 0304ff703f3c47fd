import type { HostClient } from "./host-client.ts";
import type { RecordedEndpoint } from "./recorded-endpoint.ts";
import type { TokenCounter } from "./token-count.ts";
import type { TurnReport } from "./turn-report.ts";

/** What all sessions of a replay share. */
export interface ReplayContext {
	readonly host: HostClient;
	readonly endpoint: RecordedEndpoint;
	readonly flowId: string;
	/** The Agent's recent window N, in messages. */
	readonly recentMessages: number;
	/** Tweaks that set the Agent up to answer with this model. */
	readonly tweaks: (modelName: string) => Readonly<Record<string, unknown>>;
	readonly countTokens: TokenCounter;
	readonly onTurn: (turn: TurnReport) => void;
}
