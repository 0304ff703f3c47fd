import type { CompressorEvent } from "@foldback/session-compressor";
import type { Logger } from "../log.ts";

/** Writes what the compressor does as lines of the log: codes and sizes, never text of the chat, and of the scope only its flow. */
export function logCompressorEvent(log: Logger): (event: CompressorEvent) => void {
	return ({ type, scope, ...details }) => {
		const fields = { flowId: scope.flowId, ...details };
		if (type === "fold-failed" || type === "store-failed" || type === "no-store") log.warn(type, fields);
		else log.info(type, fields);
	};
}
