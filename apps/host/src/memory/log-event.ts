import type { CompressorEvent } from "@foldback/session-compressor";
import type { Logger } from "../log.ts";

/** Writes what the compressor does as lines of the log: codes, ids and sizes, never text of the chat. */
export function logCompressorEvent(log: Logger): (event: CompressorEvent) => void {
	return ({ type, scope, ...details }) => {
		const fields = { flowId: scope.flowId, sessionId: scope.sessionId, contextId: scope.contextId, ...details };
		if (type === "fold-failed" || type === "store-failed" || type === "no-store") log.warn(type, fields);
		else log.info(type, fields);
	};
}
