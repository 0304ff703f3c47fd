import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ApiProblem, problemText } from "../api/api-problem.ts";
import { importFlows } from "../api/flows.ts";
import { queryKeys } from "../api/query-keys.ts";
import { useToast } from "../ui/toast-context.ts";

/** Saves the flows of exported files as new ones, and says how it went. */
export function useImportFiles(): (files: readonly File[]) => void {
	const queryClient = useQueryClient();
	const toast = useToast();
	return useCallback(
		(files) => {
			for (const file of files) {
				importFile(file).then(
					(count) => {
						toast({ text: count === 1 ? `Imported ${file.name}.` : `Imported ${count} flows from ${file.name}.` });
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

async function importFile(file: File): Promise<number> {
	const text = await file.text();
	return (await importFlows(readJson(text))).length;
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Error("It is not JSON: choose a file that Langflow or Foldback has exported.");
	}
}
