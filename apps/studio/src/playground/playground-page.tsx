import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { readFlow } from "../api/flows.ts";
import { queryKeys } from "../api/query-keys.ts";
import { PageLoading } from "../shell/page-loading.tsx";
import { PageProblem } from "../shell/page-problem.tsx";
import { usePageTitle } from "../shell/use-page-title.ts";
import { Playground } from "./playground.tsx";

/** The chat with a flow, and beside it the memory inspector. */
export function PlaygroundPage() {
	const { id = "" } = useParams();
	const flow = useQuery({ queryKey: queryKeys.flow(id), queryFn: () => readFlow(id) });
	usePageTitle(flow.data ? `${flow.data.name}, playground` : undefined);
	if (flow.isPending) return <PageLoading />;
	if (flow.isError) return <PageProblem title="The flow cannot be shown" error={flow.error} onRetry={() => void flow.refetch()} />;
	return <Playground key={flow.data.id} flow={flow.data} />;
}
