import type { Message } from "../api/messages.ts";

/** A stored message of the user, unless told otherwise. */
export function aMessage(id: string, members: Partial<Message> = {}): Message {
	return {
		id,
		flow_id: "f",
		session_id: "s",
		context_id: "",
		timestamp: "2026-11-30 12:00:00.000000 UTC",
		sender: "User",
		sender_name: "User",
		text: `text of ${id}`,
		files: [],
		error: false,
		edit: false,
		category: "message",
		properties: {},
		content_blocks: [],
		duration: null,
		revision: 0,
		...members,
	};
}
