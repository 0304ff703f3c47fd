import { useCallback } from "react";
import { problemText } from "../api/api-problem.ts";
import { exportFlow } from "../api/flows.ts";
import { saveFile } from "../ui/save-file.ts";
import { useToast } from "../ui/toast-context.ts";

/** Gives a flow as a file: as imported, without secrets. */
export function useDownloadFlow(): (flowId: string) => void {
	const toast = useToast();
	return useCallback(
		(flowId) => {
			exportFlow(flowId).then(
				(flow) =>
					saveFile(
						`${typeof flow.name === "string" ? fileName(flow.name) : "flow"}.json`,
						new Blob([JSON.stringify(flow, undefined, 2)], { type: "application/json" }),
					),
				(error: unknown) => toast({ text: `The flow could not be exported. ${problemText(error)}`, tone: "danger" }),
			);
		},
		[toast],
	);
}

/** What every file system takes. */
function fileName(name: string): string {
	return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, "-").slice(0, 100);
}
