import { Bot, CircleAlert } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import type { Message } from "../api/messages.ts";
import { classNames } from "../ui/class-names.ts";
import { useChatActions } from "./chat-actions.ts";
import { FileList } from "./file-list.tsx";
import { RichText } from "./markdown.tsx";
import { MessageEditor } from "./message-editor.tsx";
import { MessageToolbar } from "./message-toolbar.tsx";
import { RetryButton } from "./retry-button.tsx";
import { showTime } from "./show-time.ts";
import { ToolStepList } from "./tool-step-list.tsx";
import { toolSteps } from "./tool-steps.ts";

interface MessageRowProps {
	readonly message: Message;
	readonly last: boolean;
	/** It was jumped to a moment ago. */
	readonly marked: boolean;
}

/** A stored message. Renders again only when it or its place at the end changes. */
export const MessageRow = memo(function MessageRow({ message, last, marked }: MessageRowProps) {
	const actions = useChatActions();
	const [editing, setEditing] = useState(actions.edits.has(message.id));
	const end = () => {
		actions.edits.delete(message.id);
		setEditing(false);
	};
	const save = (text: string) => {
		end();
		actions.edit(message.id, text);
	};
	const isUser = message.sender === "User";
	return (
		<article
			aria-label={`${message.sender_name}, ${showTime(message.timestamp)}`}
			data-message-id={message.id}
			className={classNames("group/row rounded-xl px-2 py-1.5 transition-colors", marked && "bg-accent-soft")}
		>
			<Heading message={message}>{editing ? null : <MessageToolbar message={message} last={last} onEdit={() => setEditing(true)} />}</Heading>
			<div className={classNames("flex flex-col", isUser ? "items-end" : "items-start", isUser ? "" : "pl-9")}>
				{editing ? <MessageEditor message={message} onSave={save} onCancel={end} /> : <MessageBody message={message} last={last} />}
			</div>
		</article>
	);
});

function Heading({ message, children }: { readonly message: Message; readonly children: ReactNode }) {
	const model = sourceName(message.properties);
	const isUser = message.sender === "User";
	return (
		<div className={classNames("mb-1 flex h-7 items-center gap-2 text-xs text-muted", isUser && "justify-end")}>
			{isUser ? children : <BotBadge />}
			<span className="font-medium text-ink">{message.sender_name}</span>
			{isUser || model === undefined ? null : <span className="min-w-0 truncate rounded bg-sunken px-1.5 py-0.5 font-mono text-[11px]">{model}</span>}
			<time className="shrink-0">{showTime(message.timestamp)}</time>
			{message.edit ? <span>edited</span> : null}
			{isUser ? null : children}
		</div>
	);
}

export function BotBadge() {
	return (
		<span className="flex size-7 items-center justify-center rounded-lg bg-accent-soft text-accent">
			<Bot aria-hidden className="size-4" />
		</span>
	);
}

function MessageBody({ message, last }: { readonly message: Message; readonly last: boolean }) {
	const steps = toolSteps(message.content_blocks);
	if (message.error) return <ErrorBubble actions={last ? <RetryButton /> : undefined}>{message.text}</ErrorBubble>;
	return (
		<>
			{steps.length === 0 ? null : <ToolStepList steps={steps} />}
			{message.sender === "User" ? <UserBubble text={message.text} /> : <RichText text={message.text} />}
			{message.files.length === 0 ? null : <FileList files={message.files} />}
		</>
	);
}

export function UserBubble({ text }: { readonly text: string }) {
	return (
		<div className="max-w-[85%] rounded-2xl rounded-tr-md border border-line bg-surface px-3.5 py-2 whitespace-pre-wrap shadow-xs [overflow-wrap:anywhere]">
			{text}
		</div>
	);
}

export function ErrorBubble({ children, actions }: { readonly children: ReactNode; readonly actions?: ReactNode }) {
	return (
		<div role="alert" className="flex w-full gap-2.5 rounded-xl border border-danger/40 bg-danger-soft px-3.5 py-2.5 text-sm">
			<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
			<div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
				{children}
				{actions ? <div className="mt-2 flex gap-2">{actions}</div> : null}
			</div>
		</div>
	);
}

function sourceName(properties: Message["properties"]): string | undefined {
	const source = properties.source;
	const name = typeof source === "object" && source !== null && "source" in source ? source.source : undefined;
	return typeof name === "string" && name !== "" ? name : undefined;
}
