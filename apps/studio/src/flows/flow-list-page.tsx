import { useQuery } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import { problemText } from "../api/api-problem.ts";
import { type FlowHeader, listFlows } from "../api/flows.ts";
import { queryKeys } from "../api/query-keys.ts";
import { AppHeader } from "../shell/app-header.tsx";
import { usePageTitle } from "../shell/use-page-title.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { DropZone } from "./drop-zone.tsx";
import { FlowCard } from "./flow-card.tsx";
import { ImportButton } from "./import-button.tsx";
import { NewFlowButton } from "./new-flow-button.tsx";
import { useImportFiles } from "./use-import-files.ts";

/** All flows: opened, made, imported, and what else is done to a whole flow. */
export function FlowListPage() {
	usePageTitle(undefined);
	const flows = useQuery({ queryKey: queryKeys.flows, queryFn: listFlows });
	return (
		<DropZone onFiles={useImportFiles()}>
			<AppHeader />
			<main className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-6">
					<div className="flex flex-wrap items-end gap-3">
						<div className="w-full sm:w-auto sm:min-w-60 sm:flex-1">
							<h1 className="text-2xl font-semibold tracking-tight">Flows</h1>
							<p className="mt-1 text-muted">Agents that keep the start of a long chat in reach. Drop a Langflow export here to import it.</p>
						</div>
						<ImportButton />
						<NewFlowButton />
					</div>
					<div className="mt-6">
						{flows.isPending ? <Spinner label="Loading flows" /> : null}
						{flows.isError ? (
							<Notice tone="danger" actions={<Button onClick={() => void flows.refetch()}>Try again</Button>}>
								{problemText(flows.error)}
							</Notice>
						) : null}
						{flows.data ? <FlowGrid flows={flows.data} /> : null}
					</div>
				</div>
			</main>
		</DropZone>
	);
}

function FlowGrid({ flows }: { readonly flows: readonly FlowHeader[] }) {
	if (flows.length === 0) {
		return (
			<EmptyState icon={<Workflow />} title="No flows yet" actions={<NewFlowButton />}>
				A new flow starts with a chat input, an Agent and a chat output.
			</EmptyState>
		);
	}
	return (
		<ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
			{flows.map((flow) => (
				<li key={flow.id}>
					<FlowCard flow={flow} />
				</li>
			))}
		</ul>
	);
}
