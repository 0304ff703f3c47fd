import type { Field } from "../field.ts";

/** Fields that all components with chat rows share. */
export const storeField: Field = {
	name: "should_store_message",
	displayName: "Store Messages",
	inputType: "BoolInput",
	value: true,
	info: "Store the message in the history.",
	advanced: true,
};

export const sessionField: Field = {
	name: "session_id",
	displayName: "Session ID",
	inputType: "MessageTextInput",
	value: "",
	info: "The session of the chat. Empty: the session of the run.",
	advanced: true,
	inputTypes: ["Message"],
};

export const contextField: Field = {
	name: "context_id",
	displayName: "Context ID",
	inputType: "MessageTextInput",
	value: "",
	info: "A history of its own within the session. Empty: the whole session.",
	advanced: true,
	inputTypes: ["Message"],
};

/** Who a chat row is from. */
export function senderFields(sender: "User" | "Machine", senderName: string): readonly Field[] {
	return [
		{
			name: "sender",
			displayName: "Sender Type",
			inputType: "DropdownInput",
			value: sender,
			info: "Type of sender.",
			advanced: true,
			options: ["Machine", "User"],
		},
		{
			name: "sender_name",
			displayName: "Sender Name",
			inputType: "MessageTextInput",
			value: senderName,
			info: "Name of the sender.",
			advanced: true,
			inputTypes: ["Message"],
		},
	];
}
