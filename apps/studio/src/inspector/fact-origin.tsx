import { useMemo } from "react";
import type { Message } from "../api/messages.ts";
import { foldRange } from "./fold-range.ts";
import { isThrough } from "./inspector-api.ts";
import { type KeyFact, messageWithValue } from "./key-facts.ts";

interface FactOriginProps {
	readonly fact: KeyFact;
	readonly messages: readonly Message[];
	readonly onShowFold: (foldId: string) => void;
	readonly onGoTo: (messageId: string) => void;
}

const linkClasses = "rounded text-accent underline underline-offset-2";

/** Where a value comes from: its fold, and the message that says so. Also up to where the key was not asked for. */
export function FactOrigin({ fact, messages, onShowFold, onGoTo }: FactOriginProps) {
	const { origin, foldedValue, notAskedThrough } = fact;
	const said = useMemo(() => {
		const range = origin && foldRange(messages, origin);
		const message = range && foldedValue !== undefined ? messageWithValue(messages.slice(range.first, range.last + 1), foldedValue) : undefined;
		return message && { id: message.id, position: messages.indexOf(message) + 1 };
	}, [origin, foldedValue, messages]);
	const notAsked = notAskedThrough === null ? 0 : messages.filter((message) => isThrough(message, notAskedThrough)).length;
	return (
		<>
			{origin && !fact.setByHand ? (
				<p className="mt-1.5 text-xs text-muted">
					From{" "}
					<button type="button" className={linkClasses} onClick={() => onShowFold(origin.id)}>
						a fold of {origin.message_count} messages
					</button>
					{said ? (
						<>
							, said in{" "}
							<button type="button" className={linkClasses} onClick={() => onGoTo(said.id)}>
								message {said.position}
							</button>
						</>
					) : null}
				</p>
			) : null}
			{notAsked === 0 ? null : (
				<p className="mt-1.5 text-xs text-warn">
					Messages 1 to {notAsked} were folded before this key was pinned, so they were not asked for it. Rebuild from messages asks them all.
				</p>
			)}
		</>
	);
}
