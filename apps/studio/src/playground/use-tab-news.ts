import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryKeys } from "../api/query-keys.ts";

/** One for the tab: what it says reaches the other tabs, not this one. */
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
	channel ??= new BroadcastChannel("foldback.sessions");
	return channel;
}

/** Tells the other tabs that this one has changed a flow's sessions. */
export function tellOtherTabs(flowId: string): void {
	openChannel().postMessage(flowId);
}

/** Reads a flow's sessions again when another tab has changed them. */
export function useTabNews(flowId: string): void {
	const client = useQueryClient();
	useEffect(() => {
		const news = openChannel();
		const hear = ({ data }: MessageEvent<unknown>) => {
			if (data !== flowId) return;
			void client.invalidateQueries({ queryKey: queryKeys.sessions(flowId) });
			void client.invalidateQueries({ queryKey: ["messages", flowId] });
			void client.invalidateQueries({ queryKey: ["session-memory", flowId] });
			void client.invalidateQueries({ queryKey: ["runs", flowId] });
		};
		news.addEventListener("message", hear);
		return () => news.removeEventListener("message", hear);
	}, [client, flowId]);
}
