import type { FileReader } from "@foldback/flow-runtime";
import type { FlowRecord } from "@foldback/session-store";
import type { HostDependencies } from "../dependencies.ts";
import { userName } from "./file-store.ts";
import { userFileName } from "./user-files.ts";

/** What a run of this flow may read: what was uploaded for it or by its owner, and nothing else. */
export function createRunFiles({ files, userFiles }: Pick<HostDependencies, "files" | "userFiles">, flow: Pick<FlowRecord, "id" | "userId">): FileReader {
	return {
		async read(path, { maxBytes }) {
			const own = userFileName(path);
			const storedName = own ?? (path.startsWith(`${flow.id}/`) ? path.slice(flow.id.length + 1) : path);
			const bytes = own === undefined ? await files.read(flow.id, storedName, maxBytes) : await userFiles.read(flow.userId, own, maxBytes);
			if (bytes) return { found: true, name: userName(storedName), bytes };
			return {
				found: false,
				reason: `this flow has no uploaded file of that name with at most ${maxBytes.toLocaleString("en")} bytes. Upload it with POST /api/v1/files/upload/${flow.id} and name the file_path of the answer`,
			};
		},
	};
}
