import type { Message } from "../api/messages.ts";
import { showTime } from "../playground/show-time.ts";
import type { Standing } from "./classify-session.ts";
import { standingStyle } from "./standing-style.ts";

interface StripCardProps {
	readonly message: Message;
	/** From 1. */
	readonly position: number;
	readonly standing: Standing;
	/** Pixels from the strip's left edge to its cell. */
	readonly left: number;
}

/** The message of the cell that is pointed at. */
export function StripCard({ message, position, standing, left }: StripCardProps) {
	const { name, dot, meaning } = standingStyle[standing];
	return (
		<div className="pointer-events-none absolute inset-x-0 top-1.5 z-20 rounded-lg border border-line bg-surface p-3 text-xs shadow-pop">
			<span className="absolute -top-1.5 size-3 rotate-45 border-t border-l border-line bg-surface" style={{ left: Math.max(4, left) }} />
			<div className="flex items-center gap-2">
				<span className={`size-2.5 shrink-0 rounded-xs ${dot}`} />
				<strong className="font-medium">{name}</strong>
				<span className="text-muted">
					message {position}, {message.sender_name}, {showTime(message.timestamp)}
				</span>
			</div>
			<p className="mt-1.5 line-clamp-4 [overflow-wrap:anywhere]">{message.text === "" ? "(empty)" : message.text.slice(0, 400)}</p>
			<p className="mt-1.5 text-muted">{meaning}</p>
		</div>
	);
}
