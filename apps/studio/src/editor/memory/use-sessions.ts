import { useQuery } from "@tanstack/react-query";
import { listSessions } from "../../api/messages.ts";
import { queryKeys } from "../../api/query-keys.ts";

/** The flow's sessions, the one with the newest activity first. */
export function useSessions(flowId: string): readonly string[] {
	const sessions = useQuery({ queryKey: queryKeys.sessions(flowId), queryFn: () => listSessions(flowId) });
	return sessions.data ?? [];
}
