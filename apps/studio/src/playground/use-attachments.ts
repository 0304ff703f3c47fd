import { useState } from "react";
import { problemText } from "../api/api-problem.ts";
import { useToast } from "../ui/toast-context.ts";
import { uploadFile } from "./chat-api.ts";

/** Files that the next message takes along; they are uploaded when they are chosen. */
export function useAttachments(flowId: string) {
	const toast = useToast();
	const [files, setFiles] = useState<readonly string[]>([]);
	const [uploading, setUploading] = useState(false);
	const attach = async (chosen: readonly File[]) => {
		setUploading(true);
		for (const file of chosen) {
			try {
				const path = await uploadFile(flowId, file);
				setFiles((before) => [...before, path]);
			} catch (error) {
				toast({ text: problemText(error), tone: "danger" });
			}
		}
		setUploading(false);
	};
	return {
		/** Paths as a run wants them. */
		files,
		uploading,
		attach: (chosen: readonly File[]) => void attach(chosen),
		remove: (file: string) => setFiles((before) => before.filter((other) => other !== file)),
		clear: () => setFiles([]),
	};
}
