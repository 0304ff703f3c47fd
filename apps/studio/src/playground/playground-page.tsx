import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { readFlow } from "../api/flows.ts";
import { queryKeys } from "../api/query-keys.ts";
import { AppHeader } from "../shell/app-header.tsx";
import { PageLoading } from "../shell/page-loading.tsx";
import { PageProblem } from "../shell/page-problem.tsx";

/** The chat with a flow, and beside it the memory inspector. */
export function PlaygroundPage() {
	const { id = "" } = useParams();
	const flow = useQuery({ queryKey: queryKeys.flow(id), queryFn: () => readFlow(id) });
	if (flow.isPending) return <PageLoading />;
	if (flow.isError) return <PageProblem title="The flow cannot be shown" error={flow.error} onRetry={() => void flow.refetch()} />;
	return (
		<div className="flex h-full flex-col">
			<AppHeader>
				<Link to={`/flows/${id}`} className="truncate font-medium">
					{flow.data.name}
				</Link>
			</AppHeader>
			<main className="flex min-h-0 flex-1" />
		</div>
	);
}
