/**
 * The part of the npm package `agent-squad` 1.0.1 that `agent-squad.ts` builds on, so that this repository compiles without its 198 MB. Who uses the
 * package gets its own types.
 */
declare module "agent-squad" {
	export enum ParticipantRole {
		ASSISTANT = "assistant",
		USER = "user",
	}

	export interface ConversationMessage {
		role: ParticipantRole;
		// biome-ignore lint/suspicious/noExplicitAny: the package's own type
		content: any[] | undefined;
	}

	export abstract class ChatStorage {
		isConsecutiveMessage(conversation: ConversationMessage[], newMessage: ConversationMessage): boolean;
		protected trimConversation(conversation: ConversationMessage[], maxHistorySize?: number): ConversationMessage[];
		abstract saveChatMessage(
			userId: string,
			sessionId: string,
			agentId: string,
			newMessage: ConversationMessage,
			maxHistorySize?: number,
		): Promise<ConversationMessage[]>;
		abstract fetchChat(userId: string, sessionId: string, agentId: string, maxHistorySize?: number): Promise<ConversationMessage[]>;
		abstract fetchAllChats(userId: string, sessionId: string): Promise<ConversationMessage[]>;
	}
}
