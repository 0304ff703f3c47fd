import { useQuery } from "@tanstack/react-query";
import { Plus, Upload, Workflow } from "lucide-react";
import { useRef } from "react";
import { problemText } from "../api/api-problem.ts";
import { listFlows } from "../api/flows.ts";
import { queryKeys } from "../api/query-keys.ts";
import { AppHeader } from "../shell/app-header.tsx";
import { usePageTitle } from "../shell/use-page-title.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { DropZone } from "./drop-zone.tsx";
import { FlowCard } from "./flow-card.tsx";
import { useFlowMutations } from "./use-flow-mutations.ts";
import { useImportFiles } from "./use-import-files.ts";

/** All flows: opened, made, imported, and what else is done to a whole flow. */
export function FlowListPage() {
	usePageTitle(undefined);
	const flows = useQuery({ queryKey: queryKeys.flows, queryFn: listFlows });
	const picker = useRef<HTMLInputElement>(null);
	const { create } = useFlowMutations();
	const importFiles = useImportFiles();
	const newFlow = (
		<Button variant="primary" disabled={create.isPending} onClick={() => create.mutate()}>
			<Plus className="size-4" /> New flow
		</Button>
	);
	const importButton = (
		<Button onClick={() => picker.current?.click()}>
			<Upload className="size-4" /> Import
		</Button>
	);
	return (
		<DropZone onFiles={importFiles}>
			<AppHeader />
			<main className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-6">
					<div className="flex flex-wrap items-end gap-3">
						<div className="min-w-60 flex-1">
							<h1 className="text-2xl font-semibold tracking-tight">Flows</h1>
							<p className="mt-1 text-muted">Agents that keep the start of a long chat in reach. Drop a Langflow export here to import it.</p>
						</div>
						{importButton}
						{newFlow}
						<input
							ref={picker}
							type="file"
							accept="application/json,.json"
							multiple
							aria-label="Files to import"
							className="hidden"
							onChange={(event) => {
								importFiles([...(event.target.files ?? [])]);
								event.target.value = "";
							}}
						/>
					</div>
					<div className="mt-6">
						{flows.isPending ? <Spinner label="Loading flows" /> : null}
						{flows.isError ? <Notice tone="danger">{problemText(flows.error)}</Notice> : null}
						{flows.data?.length === 0 ? (
							<EmptyState
								icon={<Workflow />}
								title="No flows yet"
								actions={
									<>
										{newFlow}
										{importButton}
									</>
								}
							>
								A new flow starts with a chat input, an Agent and a chat output.
							</EmptyState>
						) : null}
						<ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
							{flows.data?.map((flow) => (
								<li key={flow.id}>
									<FlowCard flow={flow} />
								</li>
							))}
						</ul>
					</div>
				</div>
			</main>
		</DropZone>
	);
}
