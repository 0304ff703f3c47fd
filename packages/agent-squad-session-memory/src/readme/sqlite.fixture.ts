import { type HistorySummarizer, SummarizingChatStorage } from "@foldback/agent-squad-session-memory";
import { openSqliteBufferStore, openSqliteChatStorage } from "@foldback/agent-squad-session-memory/sqlite";

/** Raw chats and summaries in two files: a restart is warm. */
export async function openStorage(folder: string, summarizer: HistorySummarizer) {
	const wrapping = await openSqliteChatStorage({ path: `${folder}/chats.db` });
	const buffers = await openSqliteBufferStore({ path: `${folder}/summaries.db` });
	const storage = new SummarizingChatStorage({ wrapping, summarizer, buffers });
	return { storage, close: () => Promise.all([wrapping.close(), buffers.close()]) };
}
