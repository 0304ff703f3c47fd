import { Copy, Download, Ellipsis, MessageSquare, Pencil, Trash2 } from "lucide-react";
import { useNavigate } from "react-router";
import type { FlowHeader } from "../api/flows.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/menu.tsx";
import { useDownloadFlow } from "./use-download-flow.ts";
import { useFlowMutations } from "./use-flow-mutations.ts";

interface FlowMenuProps {
	readonly flow: FlowHeader;
	readonly onRename: () => void;
	readonly onDelete: () => void;
}

/** What is done to a flow of the list. */
export function FlowMenu({ flow, onRename, onDelete }: FlowMenuProps) {
	const { duplicate } = useFlowMutations();
	const download = useDownloadFlow();
	const navigate = useNavigate();
	const trigger = (
		<IconButton label={`Actions for ${flow.name}`} size="small">
			<Ellipsis />
		</IconButton>
	);
	return (
		<div className="relative -mt-1 -mr-1.5">
			<Menu trigger={trigger}>
				<MenuItem icon={<MessageSquare />} onSelect={() => void navigate(`/flows/${encodeURIComponent(flow.id)}/playground`)}>
					Playground
				</MenuItem>
				<MenuItem icon={<Pencil />} opens onSelect={onRename}>
					Rename
				</MenuItem>
				<MenuItem icon={<Copy />} onSelect={() => duplicate.mutate(flow)}>
					Duplicate
				</MenuItem>
				<MenuItem icon={<Download />} onSelect={() => download(flow.id)}>
					Export
				</MenuItem>
				<MenuSeparator />
				<MenuItem icon={<Trash2 />} danger opens onSelect={onDelete}>
					Delete
				</MenuItem>
			</Menu>
		</div>
	);
}
