import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ApiProblem, problemText } from "../api/api-problem.ts";
import { type FlowHeader, importFlows, listFlows } from "../api/flows.ts";
import { queryKeys } from "../api/query-keys.ts";
import { useToast } from "../ui/toast-context.ts";
import { withDistinctNames } from "./distinct-names.ts";

/** Saves the flows of exported files as new ones, with names of their own, and says how it went. */
export function useImportFiles(): (files: readonly File[]) => void {
	const queryClient = useQueryClient();
	const toast = useToast();
	return useCallback(
		(files) => {
			for (const file of files) {
				importFile(file).then(
					([first, ...more]) => {
						toast({ text: more.length === 0 ? `Imported ${first?.name ?? file.name}.` : `Imported ${more.length + 1} flows from ${file.name}.` });
						void queryClient.invalidateQueries({ queryKey: queryKeys.flows });
					},
					(error: unknown) => toast({ text: `${file.name} was not imported. ${whyNot(error)}`, tone: "danger" }),
				);
			}
		},
		[queryClient, toast],
	);
}

function whyNot(error: unknown): string {
	if (!(error instanceof ApiProblem) || error.status !== 422) return problemText(error);
	// Then the host says where to read on about its own interface, which is for programs.
	return `It is no flow as Langflow or Foldback exports it: ${error.message.replace(/ See POST .*$/, "")}`;
}

/** Files are imported one after the other: each gets names that those before it have not taken. */
let last: Promise<unknown> = Promise.resolve();

function importFile(file: File): Promise<readonly FlowHeader[]> {
	const imported = last.then(async () => {
		const content = readJson(await file.text());
		const taken = (await listFlows()).map(({ name }) => name);
		return importFlows(withDistinctNames(content, taken));
	});
	last = imported.catch(() => undefined);
	return imported;
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Error("It is not JSON: choose a file that Langflow or Foldback has exported.");
	}
}
