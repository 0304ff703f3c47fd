import { useState } from "react";

interface FlowNameProps {
	readonly name: string;
	readonly onRename: (name: string) => void;
}

/** The flow's name, changed where it stands. An empty one is not taken. */
export function FlowName({ name, onRename }: FlowNameProps) {
	const [typed, setTyped] = useState<string>();
	const commit = () => {
		const next = typed?.trim();
		if (next && next !== name) onRename(next);
		setTyped(undefined);
	};
	return (
		<h1 className="min-w-0 flex-1 sm:max-w-80">
			<input
				aria-label="Flow name"
				maxLength={200}
				className="h-8 w-full min-w-0 truncate rounded-md bg-transparent px-2 font-semibold hover:bg-sunken"
				value={typed ?? name}
				onChange={(event) => setTyped(event.target.value)}
				onBlur={commit}
				onKeyDown={(event) => {
					if (event.key === "Enter") event.currentTarget.blur();
				}}
			/>
		</h1>
	);
}
