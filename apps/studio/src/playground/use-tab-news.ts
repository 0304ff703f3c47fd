import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { queryKeys } from "../api/query-keys.ts";

const channelName = "foldback.sessions";

/**
 * Reads a flow's sessions again when another tab has changed them.
 * @returns tells the other tabs that this one has.
 */
export function useTabNews(flowId: string): () => void {
	const client = useQueryClient();
	const channel = useRef<BroadcastChannel>(undefined);
	useEffect(() => {
		const opened = new BroadcastChannel(channelName);
		channel.current = opened;
		opened.onmessage = ({ data }) => {
			if (data !== flowId) return;
			void client.invalidateQueries({ queryKey: queryKeys.sessions(flowId) });
			void client.invalidateQueries({ queryKey: ["messages", flowId] });
			void client.invalidateQueries({ queryKey: ["session-memory", flowId] });
			void client.invalidateQueries({ queryKey: ["runs", flowId] });
		};
		return () => opened.close();
	}, [client, flowId]);
	return useCallback(() => channel.current?.postMessage(flowId), [flowId]);
}
