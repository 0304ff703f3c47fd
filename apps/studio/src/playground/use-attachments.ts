import { useState } from "react";
import { problemText } from "../api/api-problem.ts";
import { useToast } from "../ui/toast-context.ts";
import { uploadFile } from "./chat-api.ts";
import type { Drafts } from "./drafts.ts";

/** Files that a session's next message takes along; they are uploaded when they are chosen. */
export function useAttachments({ flowId, sessionId, drafts }: { readonly flowId: string; readonly sessionId: string; readonly drafts: Drafts }) {
	const toast = useToast();
	const [uploading, setUploading] = useState(false);
	const attach = async (chosen: readonly File[]) => {
		setUploading(true);
		for (const file of chosen) {
			try {
				const path = await uploadFile(flowId, file);
				drafts.change(sessionId, ({ files }) => ({ files: [...files, path] }));
			} catch (error) {
				toast({ text: problemText(error), tone: "danger" });
			}
		}
		setUploading(false);
	};
	return {
		uploading,
		attach: (chosen: readonly File[]) => void attach(chosen),
		remove: (file: string) => drafts.change(sessionId, ({ files }) => ({ files: files.filter((other) => other !== file) })),
	};
}
