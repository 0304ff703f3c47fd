import { useCallback } from "react";
import { problemText } from "../api/api-problem.ts";
import { exportFlow } from "../api/flows.ts";
import { useToast } from "../ui/toast-context.ts";

/** Gives a flow as a file: as imported, without secrets. */
export function useDownloadFlow(): (flowId: string) => void {
	const toast = useToast();
	return useCallback(
		(flowId) => {
			exportFlow(flowId).then(
				(flow) => saveFile(`${typeof flow.name === "string" ? fileName(flow.name) : "flow"}.json`, JSON.stringify(flow, undefined, 2)),
				(error: unknown) => toast({ text: `The flow could not be exported. ${problemText(error)}`, tone: "danger" }),
			);
		},
		[toast],
	);
}

function saveFile(name: string, text: string): void {
	const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
	const link = document.createElement("a");
	link.href = address;
	link.download = name;
	link.click();
	URL.revokeObjectURL(address);
}

/** What every file system takes. */
function fileName(name: string): string {
	return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, "-").slice(0, 100);
}
