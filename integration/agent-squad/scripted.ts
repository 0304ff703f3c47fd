import { Agent, Classifier, type ClassifierResult, type ConversationMessage, ParticipantRole } from "agent-squad";

/** Text of the first part of each message: what agents read. */
export function textsOf(messages: readonly ConversationMessage[]): string[] {
	return messages.map(({ content }) => String(content?.[0]?.text));
}

/** Answers every question with its own text, and keeps what it was given. */
export class ScriptedAgent extends Agent {
	readonly seen: { readonly input: string; readonly history: ConversationMessage[] }[] = [];

	async processRequest(input: string, _userId: string, _sessionId: string, history: ConversationMessage[]): Promise<ConversationMessage> {
		this.seen.push({ input, history });
		return { role: ParticipantRole.ASSISTANT, content: [{ text: `${this.name} answers ${input}` }] };
	}
}

/** Answers with a stream, as agents do that stream tokens. */
export class StreamingAgent extends Agent {
	async processRequest(input: string): Promise<AsyncIterable<string>> {
		const { name } = this;
		return (async function* words() {
			yield `${name} streams `;
			yield input;
		})();
	}
}

/** Sends a question to the agent that it names, and keeps the history it was given. */
export class ScriptedClassifier extends Classifier {
	readonly seen: ConversationMessage[][] = [];

	async processRequest(input: string, history: ConversationMessage[]): Promise<ClassifierResult> {
		this.seen.push(history);
		return { selectedAgent: this.getAgentById(input.split(" ")[0] ?? ""), confidence: 1 };
	}
}
