import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Hint } from "../../ui/hint.tsx";
import { dragComponent } from "./dragged-component.ts";

interface PaletteItemProps {
	readonly type: string;
	readonly name: string;
	readonly description: string;
	readonly icon: ReactNode;
	readonly onAdd: (type: string) => void;
}

export function PaletteItem({ type, name, description, icon, onAdd }: PaletteItemProps) {
	return (
		<Hint text={description} side="right">
			<button
				type="button"
				draggable
				aria-label={`Add ${name}`}
				className="group flex h-9 w-full cursor-grab items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 text-left hover:border-accent hover:bg-raised"
				onDragStart={(event) => dragComponent(event.dataTransfer, type)}
				onClick={() => onAdd(type)}
			>
				<span className="text-accent">{icon}</span>
				<span className="flex-1 truncate text-[13px] font-medium">{name}</span>
				<Plus aria-hidden className="size-4 text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100" />
			</button>
		</Hint>
	);
}
