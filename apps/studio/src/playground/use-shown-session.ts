import { useCallback, useRef } from "react";
import { useSearchParams } from "react-router";

/** The session in the address; the flow's default one has none there. */
export function useShownSession(flowId: string) {
	const [parameters, setParameters] = useSearchParams();
	const sessionId = parameters.get("session") || flowId;
	const shownNow = useRef(sessionId);
	shownNow.current = sessionId;
	const show = useCallback((id: string) => setParameters(id === flowId ? {} : { session: id }), [flowId, setParameters]);
	/** Shows one in place of others that are no more, unless the reader has gone elsewhere meanwhile. */
	const replace = (gone: readonly string[], id: string) => {
		if (gone.includes(shownNow.current)) show(id);
	};
	return { sessionId, show, replace };
}
