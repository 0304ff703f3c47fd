import type { Context } from "hono";
import type { HostDependencies } from "../dependencies.ts";
import type { HostEnvironment } from "../http/environment.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import { uploadedFile } from "../http/uploaded-file.ts";
import { type FileStore, flowFileLimits, type StoredFile } from "./file-store.ts";

/**
 * Stores the file of a form, for a flow or a user.
 * @throws a problem when it is none that models could be given, or there are too many already.
 */
export async function storeUpload(
	context: Context<HostEnvironment>,
	{ engine }: Pick<HostDependencies, "engine">,
	{ files, owner, holder }: { readonly files: FileStore; readonly owner: string; readonly holder: "This flow" | "This user" },
): Promise<StoredFile> {
	const file = await uploadedFile(context);
	const bytes = new Uint8Array(await file.arrayBuffer());
	const refusal = (await engine()).refuseFile(bytes);
	if (refusal) throw new ProblemError(refusal.kind, `File ${quoteValue(file.name)} ${refusal.reason}`, { extensions: { field: "file" } });
	const stored = await files.save(owner, file.name, bytes);
	if (stored) return stored;
	const { maxFiles, maxBytes } = flowFileLimits;
	throw new ProblemError("too-large", `${holder}'s files are at their limit of ${maxFiles} files or ${maxBytes / 1_000_000} MB. Delete some first.`);
}
