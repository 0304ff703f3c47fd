import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { readCatalogue } from "../api/components.ts";
import { readFlow } from "../api/flows.ts";
import { queryKeys } from "../api/query-keys.ts";
import { PageLoading } from "../shell/page-loading.tsx";
import { PageProblem } from "../shell/page-problem.tsx";
import { usePageTitle } from "../shell/use-page-title.ts";
import { Editor } from "./editor.tsx";
import { readCatalogueAnswer } from "./flow/catalogue.ts";

/** Loads a flow and the catalogue, then edits it. What is loaded later does not replace what is under edit, unless it is asked for. */
export function EditorPage() {
	const { id = "" } = useParams();
	const [round, setRound] = useState(0);
	return <LoadedEditor key={`${id} ${round}`} flowId={id} onReload={() => setRound(round + 1)} />;
}

function LoadedEditor({ flowId, onReload }: { readonly flowId: string; readonly onReload: () => void }) {
	const queryClient = useQueryClient();
	// Always fresh when the editor opens: an old revision would end in a conflict.
	const flow = useQuery({ queryKey: ["edit", flowId], queryFn: () => readFlow(flowId), gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
	const answer = useQuery({ queryKey: queryKeys.catalogue, queryFn: readCatalogue, staleTime: Number.POSITIVE_INFINITY });
	const catalogue = useMemo(() => answer.data && readCatalogueAnswer(answer.data), [answer.data]);
	usePageTitle(flow.data?.name);
	if (flow.isError || answer.isError) {
		const retry = () => void Promise.all([flow.refetch(), answer.refetch()]);
		return <PageProblem title="The flow cannot be opened" error={flow.error ?? answer.error} onRetry={retry} />;
	}
	if (!flow.data || !catalogue) return <PageLoading />;
	const reload = () => {
		queryClient.removeQueries({ queryKey: ["edit", flowId] });
		onReload();
	};
	return <Editor flow={flow.data} catalogue={catalogue} onReload={reload} />;
}
