import { MessagesSquare } from "lucide-react";
import { useMemo } from "react";
import { problemText } from "../api/api-problem.ts";
import type { SavedFlow } from "../api/flows.ts";
import { useSessionMemory } from "../inspector/use-session-memory.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { ChatActionsContext } from "./chat-actions.ts";
import { chatItems } from "./chat-items.ts";
import type { ChatRuns } from "./chat-runs.ts";
import { Composer } from "./composer.tsx";
import { MessageList } from "./message-list.tsx";
import { useChat } from "./use-chat.ts";
import { useTurn } from "./use-chat-runs.ts";
import { useMessageNews } from "./use-message-news.ts";
import { useMessages } from "./use-messages.ts";

interface ChatColumnProps {
	readonly flow: SavedFlow;
	readonly sessionId: string;
	readonly runs: ChatRuns;
	readonly contexts: readonly string[];
	readonly jump: { readonly id: string } | undefined;
	readonly onInspect: (answerId: string) => void;
}

/** One session's messages, and where the next one is written. */
export function ChatColumn({ flow, sessionId, runs, contexts, jump, onInspect }: ChatColumnProps) {
	const messages = useMessages(flow.id, sessionId);
	useMessageNews({ flowId: flow.id, sessionId, runs });
	const memory = useSessionMemory({ flowId: flow.id, sessionId, contextId: contexts[0] ?? "" });
	const turn = useTurn(runs, sessionId);
	const chat = useChat({ flowId: flow.id, sessionId, runs, contexts, onInspect });
	const items = useMemo(() => chatItems(messages.data ?? [], turn), [messages.data, turn]);
	return (
		<ChatActionsContext value={chat.actions}>
			<section aria-label="Chat" className="flex min-w-0 flex-1 flex-col">
				{messages.isError ? (
					<Notice tone="danger" className="m-4" actions={<Button onClick={() => void messages.refetch()}>Try again</Button>}>
						{problemText(messages.error)}
					</Notice>
				) : null}
				{messages.isPending ? (
					<div className="flex flex-1 items-center justify-center">
						<Spinner />
					</div>
				) : items.length === 0 ? (
					<div className="flex flex-1 flex-col justify-center">{messages.isError ? null : <EmptyChat name={flow.name} />}</div>
				) : (
					<MessageList items={items} cursorId={memory.data?.state?.covered_until?.message_id} jump={jump} />
				)}
				<Composer flowId={flow.id} sessionId={sessionId} running={turn?.status === "running"} onSend={chat.send} onStop={chat.stop} />
			</section>
			<ConfirmDialog
				open={chat.removing !== undefined}
				onOpenChange={(open) => open || chat.cancelRemoving()}
				title="Delete this message?"
				confirm="Delete"
				onConfirm={chat.removeNow}
			>
				It is gone for good, and so is everything that was remembered of it.
			</ConfirmDialog>
		</ChatActionsContext>
	);
}

function EmptyChat({ name }: { readonly name: string }) {
	return (
		<EmptyState icon={<MessagesSquare />} title={`Talk to ${name}`}>
			Write a message below. What is said here is stored in this session, and the inspector shows what is remembered of it.
		</EmptyState>
	);
}
