import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "../api/query-keys.ts";
import { readAllMessages } from "./chat-api.ts";

/** Where all messages of a session are kept; what invalidates the session's messages invalidates these. */
export function allMessagesKey(flowId: string, sessionId: string): readonly string[] {
	return [...queryKeys.messages(flowId, sessionId), "all"];
}

/** All messages of a session, oldest first. */
export function useMessages(flowId: string, sessionId: string) {
	return useQuery({ queryKey: allMessagesKey(flowId, sessionId), queryFn: ({ signal }) => readAllMessages(flowId, sessionId, signal) });
}
