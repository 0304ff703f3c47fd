import type { ComponentDefinition } from "../../component.ts";
import { contextField, sessionField } from "../message-fields.ts";
import { memoryFields } from "../message-history-fields.ts";
import { storeMessage } from "../store-message.ts";

const ofStore = new Set(["message", "sender", "sender_name"]);

/** What Message History's mode Store does, as the component of its own that it was before. */
export const messageStore: ComponentDefinition = {
	type: "StoreMessage",
	aliases: ["StoreMessageComponent", "MessageStoreComponent"],
	category: "legacy",
	legacy: true,
	displayName: "Message Store",
	description: "Stores a chat message. Message History in the mode Store does the same.",
	icon: "message-square-text",
	fields: [...memoryFields.filter(({ name }) => ofStore.has(name)).map((field) => ({ ...field, show: true })), sessionField, contextField],
	outputs: [{ name: "stored_messages", displayName: "Stored Messages", types: ["Message"] }],
	storesMessages: true,
	run: (call) => ({ stored_messages: async () => ({ kind: "message", message: await storeMessage(call) }) }),
};
