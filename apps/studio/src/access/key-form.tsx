import { KeyRound } from "lucide-react";
import { type SubmitEvent, useId, useState } from "react";
import { Logo } from "../shell/logo.tsx";
import { Button } from "../ui/button.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { keyProblem } from "./key-problem.ts";

interface KeyFormProps {
	/** What the host says. */
	readonly asked: string;
	readonly onKey: (key: string) => void;
}

/** A whole page: the host wants to know whose flows to show. */
export function KeyForm({ asked, onKey }: KeyFormProps) {
	const [key, setKey] = useState("");
	const [problem, setProblem] = useState<string>();
	const id = useId();
	const submit = (event: SubmitEvent) => {
		event.preventDefault();
		const given = key.trim();
		const found = keyProblem(given);
		setProblem(found);
		if (found === undefined) onKey(given);
	};
	return (
		<main className="mx-auto flex h-full max-w-md flex-col justify-center gap-4 p-6">
			<Logo />
			<h1 className="flex items-center gap-2 text-xl font-semibold">
				<KeyRound aria-hidden className="size-5 text-accent" />
				API key
			</h1>
			<p id={`${id}-asked`} role="status" className="text-sm text-muted [overflow-wrap:anywhere]">
				{asked}
			</p>
			<form onSubmit={submit} className="flex flex-col gap-2">
				<label htmlFor={id} className="text-sm font-medium">
					Your key
				</label>
				<TextInput
					id={id}
					type="password"
					autoFocus
					spellCheck={false}
					value={key}
					aria-describedby={problem === undefined ? `${id}-asked` : `${id}-problem`}
					aria-invalid={problem !== undefined}
					onChange={(event) => setKey(event.target.value)}
				/>
				{problem === undefined ? null : (
					<p id={`${id}-problem`} role="alert" className="text-sm text-danger">
						{problem}
					</p>
				)}
				<Button type="submit" variant="primary" className="mt-1 self-start">
					Continue
				</Button>
			</form>
			<p className="text-xs text-muted">The key is kept in this tab until it is closed, and is sent to this server only.</p>
		</main>
	);
}
