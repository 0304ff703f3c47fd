import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { problemText } from "../api/api-problem.ts";
import { readCatalogue } from "../api/components.ts";
import { changeFlow, createFlow, deleteFlow, type FlowHeader, readFlow } from "../api/flows.ts";
import { queryKeys } from "../api/query-keys.ts";
import { useToast } from "../ui/toast-context.ts";
import { copyOf } from "./copy-flow.ts";
import { starterFlow } from "./starter-flow.ts";

/** What is done to whole flows. The list is read again afterwards; what fails is said. */
export function useFlowMutations() {
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const toast = useToast();
	const options = (what: string) => ({
		onError: (error: unknown) => toast({ text: `The flow could not be ${what}. ${problemText(error)}`, tone: "danger" }),
		onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.flows }),
	});
	const create = useMutation({
		mutationFn: async () => createFlow(starterFlow(await readCatalogue())),
		onSuccess: (flow) => void navigate(`/flows/${encodeURIComponent(flow.id)}`),
		...options("made"),
	});
	const duplicate = useMutation({ mutationFn: async ({ id }: FlowHeader) => createFlow(copyOf(await readFlow(id))), ...options("duplicated") });
	const rename = useMutation({
		mutationFn: ({ flow, name }: { readonly flow: FlowHeader; readonly name: string }) => changeFlow(flow.id, { name }, flow.revision),
		...options("renamed"),
	});
	const remove = useMutation({ mutationFn: ({ id }: FlowHeader) => deleteFlow(id), ...options("deleted") });
	return { create, duplicate, rename, remove };
}
