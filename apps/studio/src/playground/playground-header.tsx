import { Brain, PanelLeft, Workflow } from "lucide-react";
import { Link } from "react-router";
import type { SavedFlow } from "../api/flows.ts";
import { AppHeader } from "../shell/app-header.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import type { Panels } from "./use-panels.ts";

interface PlaygroundHeaderProps {
	readonly flow: SavedFlow;
	readonly session: string;
	readonly panels: Panels;
}

export function PlaygroundHeader({ flow, session, panels }: PlaygroundHeaderProps) {
	const actions = (
		<>
			<Link
				to={`/flows/${flow.id}`}
				className="mr-1 inline-flex h-9 items-center gap-2 rounded-lg px-2.5 text-sm font-medium text-muted hover:bg-sunken hover:text-ink"
			>
				<Workflow aria-hidden className="size-4" />
				<span className="hidden sm:inline">Edit flow</span>
				<span className="sr-only sm:hidden">Edit flow</span>
			</Link>
			<IconButton label="Memory inspector" active={panels.open.inspector} onClick={() => panels.toggle("inspector")}>
				<Brain />
			</IconButton>
		</>
	);
	return (
		<AppHeader actions={actions}>
			<IconButton label="Sessions" active={panels.open.sessions} onClick={() => panels.toggle("sessions")}>
				<PanelLeft />
			</IconButton>
			<div className="flex min-w-0 items-baseline gap-2">
				<span className="truncate font-medium">{flow.name}</span>
				<span className="hidden min-w-12 shrink-9999 truncate text-sm text-muted sm:inline">{session}</span>
			</div>
		</AppHeader>
	);
}
