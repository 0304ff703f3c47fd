import type { Context } from "hono";
import type { HostEnvironment } from "./environment.ts";
import { ProblemError } from "./problem.ts";

/** @returns the file of a form, whose field is called `file`. @throws a problem when there is none. */
export async function uploadedFile(context: Context<HostEnvironment>): Promise<File> {
	const form = await context.req.formData().catch((cause: unknown) => {
		throw new ProblemError("bad-request", "The body is not a form that can be read. Send multipart/form-data with the file as `file`.", { cause });
	});
	const file = form.get("file");
	if (file instanceof File) return file;
	throw new ProblemError("invalid-input", "`file` is missing. Send multipart/form-data with the file as `file`.", { extensions: { field: "file" } });
}
