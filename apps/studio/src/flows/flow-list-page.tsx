import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listFlows } from "../api/flows.ts";
import { queryKeys } from "../api/query-keys.ts";
import { AppHeader } from "../shell/app-header.tsx";

export function FlowListPage() {
	const flows = useQuery({ queryKey: queryKeys.flows, queryFn: listFlows });
	return (
		<div className="flex h-full flex-col">
			<AppHeader />
			<main className="mx-auto w-full max-w-5xl p-6">
				<h1 className="text-xl font-semibold">Flows</h1>
				<ul className="mt-4 flex flex-col gap-2">
					{flows.data?.map((flow) => (
						<li key={flow.id}>
							<Link to={`/flows/${flow.id}`}>{flow.name}</Link>
						</li>
					))}
				</ul>
			</main>
		</div>
	);
}
