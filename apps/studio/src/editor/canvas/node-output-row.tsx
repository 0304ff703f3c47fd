import { classNames } from "../../ui/class-names.ts";
import { TypedHandle } from "./typed-handle.tsx";

interface NodeOutputRowProps {
	readonly nodeId: string;
	readonly side: "input" | "output";
	readonly name: string;
	readonly label: string;
	readonly types: readonly string[];
}

/** A name with a handle beside it: an output, or the end of an edge whose field or output is not there any more. */
export function NodeOutputRow({ nodeId, side, name, label, types }: NodeOutputRowProps) {
	return (
		<div className={classNames("relative flex h-7 items-center px-3.5", side === "output" && "justify-end")}>
			<span className="truncate text-[13px] font-medium text-muted">{label}</span>
			<TypedHandle nodeId={nodeId} side={side} name={name} label={label} types={types} />
		</div>
	);
}
