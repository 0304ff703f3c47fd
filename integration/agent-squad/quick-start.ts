import { createSummarizer } from "@foldback/agent-squad-session-memory";
import { SummarizingChatStorage } from "@foldback/agent-squad-session-memory/agent-squad";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AgentSquad, type Classifier, InMemoryChatStorage } from "agent-squad";

/** `model`: any chat model of LangChain, such as `new ChatOpenAI({ model: "gpt-4.1-mini" })`. */
export function createOrchestrator(model: BaseChatModel, classifier: Classifier): AgentSquad {
	const summarizer = createSummarizer({ model, pinnedKeys: ["cluster", "project: what the user works on"] });
	const storage = new SummarizingChatStorage({ wrapping: new InMemoryChatStorage(), summarizer });
	return new AgentSquad({ storage, classifier });
}
