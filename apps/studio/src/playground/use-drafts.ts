import { createContext, useContext, useState, useSyncExternalStore } from "react";
import { createDrafts, type Draft, type Drafts } from "./drafts.ts";

export const DraftsContext = createContext<Drafts | undefined>(undefined);

/** The drafts of a flow, for as long as its playground is open; in this tab they outlive it. */
export function useFlowDrafts(flowId: string): Drafts {
	const [drafts] = useState(() => createDrafts(flowId, sessionStorage));
	return drafts;
}

/** A session's draft as it is now, and the drafts to change it in. */
export function useDraft(sessionId: string): { readonly draft: Draft; readonly drafts: Drafts } {
	const drafts = useContext(DraftsContext);
	if (!drafts) throw new Error("A draft is shown outside of a playground.");
	return { drafts, draft: useSyncExternalStore(drafts.subscribe, () => drafts.of(sessionId)) };
}
