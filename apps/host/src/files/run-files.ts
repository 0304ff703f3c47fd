import type { FileReader } from "@foldback/flow-runtime";
import { type FileStore, userName } from "./file-store.ts";

/** What a run of this flow may read: what was uploaded for it, and nothing else. */
export function createRunFiles(files: FileStore, flowId: string): FileReader {
	return {
		async read(path, { maxBytes }) {
			const storedName = path.startsWith(`${flowId}/`) ? path.slice(flowId.length + 1) : path;
			const bytes = await files.read(flowId, storedName, maxBytes);
			if (bytes) return { found: true, name: userName(storedName), bytes };
			return {
				found: false,
				reason: `this flow has no uploaded file of that name with at most ${maxBytes.toLocaleString("en")} bytes. Upload it with POST /api/v1/files/upload/${flowId} and name the file_path of the answer`,
			};
		},
	};
}
