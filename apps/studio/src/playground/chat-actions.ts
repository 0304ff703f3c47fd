import { createContext, useContext } from "react";

/** What can be done from a row of the chat. The object stays the same while the chat is open, so that rows need not render again. */
export interface ChatActions {
	/** Texts under edit, by the id of their message: a row leaves the page while the list is scrolled elsewhere. */
	readonly edits: Map<string, string>;
	readonly edit: (id: string, text: string) => void;
	/** Asks first. */
	readonly remove: (id: string) => void;
	/** Sends the newest input again; the exchange it began is taken back. */
	readonly retry: () => void;
	readonly dismiss: () => void;
	/** Opens what the model saw for an answer. */
	readonly inspect: (answerId: string) => void;
}

export const ChatActionsContext = createContext<ChatActions | undefined>(undefined);

export function useChatActions(): ChatActions {
	const actions = useContext(ChatActionsContext);
	if (!actions) throw new Error("A row of the chat is shown outside of a chat.");
	return actions;
}
