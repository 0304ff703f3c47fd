import { useState } from "react";
import { problemText } from "../api/api-problem.ts";
import type { SessionMemory } from "../api/session-memory.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { FactCardProps } from "./fact-card.tsx";
import type { KeyFact } from "./key-facts.ts";
import { expectedState, isConflict } from "./use-memory-changes.ts";

interface FactEditorProps {
	readonly fact: KeyFact;
	readonly memory: SessionMemory;
	readonly onOverride: FactCardProps["onOverride"];
	readonly onClose: () => void;
}

const maxChars = 500;

/** Sets a value by hand, on the state that was there when the editor opened: what changed meanwhile is not overwritten unseen. */
export function FactEditor({ fact, memory, onOverride, onClose }: FactEditorProps) {
	const [value, setValue] = useState(fact.value ?? "");
	const [seen, setSeen] = useState({ expected: expectedState(memory), value: fact.value });
	const [problem, setProblem] = useState<unknown>();
	const save = async () => {
		try {
			await onOverride({ [fact.name]: value.trim() }, seen.expected);
			onClose();
		} catch (error) {
			setProblem(error);
		}
	};
	const saveAnyway = () => {
		setSeen({ expected: expectedState(memory), value: fact.value });
		setProblem(undefined);
	};
	return (
		<form
			className="mt-2 flex flex-col gap-2"
			onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}
		>
			<TextInput
				aria-label={`Value of ${fact.name}`}
				autoFocus
				onFocus={(event) => event.target.select()}
				maxLength={maxChars}
				value={value}
				onChange={(event) => setValue(event.target.value)}
				onKeyDown={(event) => event.key === "Escape" && onClose()}
			/>
			{problem === undefined ? null : (
				<Notice
					tone="warn"
					className="text-xs"
					{...(isConflict(problem)
						? {
								actions: (
									<Button size="small" onClick={saveAnyway}>
										I have seen it
									</Button>
								),
							}
						: {})}
				>
					{isConflict(problem)
						? `The memory changed while you were typing. ${fact.name} is now ${fact.value === undefined ? "without a value" : `“${fact.value}”`}; nothing was overwritten.`
						: problemText(problem)}
				</Notice>
			)}
			<div className="flex justify-end gap-2">
				<Button size="small" onClick={onClose}>
					Cancel
				</Button>
				<Button size="small" variant="primary" type="submit" disabled={value.trim() === "" || isConflict(problem)}>
					Set
				</Button>
			</div>
		</form>
	);
}
