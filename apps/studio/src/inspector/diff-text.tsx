import { useMemo } from "react";
import { diffWords } from "./word-diff.ts";

/** A text with what is new in it underlined and what is gone struck out. */
export function DiffText({ before, after }: { readonly before: string; readonly after: string }) {
	const parts = useMemo(() => diffWords(before, after), [before, after]);
	return (
		<div className="leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
			{parts.map(({ kind, text }, index) => {
				const key = `${index} ${kind}`;
				if (kind === "added") {
					return (
						<ins key={key} className="rounded-xs bg-ok-soft text-ok decoration-1 underline-offset-2">
							{text}
						</ins>
					);
				}
				return kind === "removed" ? (
					<del key={key} className="rounded-xs bg-danger-soft text-danger">
						{text}
					</del>
				) : (
					<span key={key}>{text}</span>
				);
			})}
		</div>
	);
}
