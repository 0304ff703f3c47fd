import { estimateTokens } from "@foldback/session-compressor";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listMessages, type Message } from "../../api/messages.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { Select } from "../../ui/select.tsx";
import { useEditor } from "../editor-context.ts";
import { estimateSaving, type Saving } from "./estimate-saving.ts";
import { savingWords } from "./saving-words.ts";
import { useSessions } from "./use-sessions.ts";

/** Tokens of a full summary message: 300 words and a few pinned keys. */
const summaryTokens = 450;

interface SavingPreviewProps {
	/** Recent window that folding would have. */
	readonly recentWindow: number;
	/** What the comparison is against. */
	readonly windowBefore: number;
}

/** What folding would have saved on a session that already exists. */
export function SavingPreview({ recentWindow, windowBefore }: SavingPreviewProps) {
	const { flowId } = useEditor();
	const sessions = useSessions(flowId);
	const [chosen, setChosen] = useState<string>();
	const session = chosen ?? sessions[0];
	const messages = useQuery({
		queryKey: queryKeys.messages(flowId, session ?? ""),
		queryFn: () => listMessages(flowId, session ?? ""),
		enabled: session !== undefined,
	});
	if (session === undefined) return <p className="text-xs text-muted">Chat with this flow once, and this says what folding saves on that session.</p>;
	const saving = messages.data && estimateSaving(tokensOf(messages.data), { windowBefore, recentWindow, summaryTokens });
	return (
		<div className="flex flex-col gap-2">
			<Select
				aria-label="Session to compare on"
				value={session}
				options={sessions.map((id) => ({ value: id, label: id === flowId ? "Default Session" : id }))}
				onValueChange={setChosen}
			/>
			{saving ? <SavingBars saving={saving} windowBefore={windowBefore} messageCount={messages.data?.length ?? 0} /> : null}
		</div>
	);
}

interface SavingBarsProps {
	readonly saving: Saving;
	readonly windowBefore: number;
	readonly messageCount: number;
}

function SavingBars({ saving, windowBefore, messageCount }: SavingBarsProps) {
	const most = Math.max(saving.tokensBefore, saving.tokensAfter, 1);
	const bars = [
		{ label: `Last ${windowBefore} raw`, tokens: saving.tokensBefore, color: "fill-line-strong" },
		{ label: "With the summary", tokens: saving.tokensAfter, color: "fill-accent" },
	];
	return (
		<div>
			{bars.map(({ label, tokens, color }) => (
				<div key={label} className="mt-1">
					<div className="flex justify-between text-xs">
						<span className="text-muted">{label}</span>
						<span className="tabular-nums">{tokens.toLocaleString("en")} tokens</span>
					</div>
					<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" className="mt-0.5 h-1.5 w-full overflow-hidden rounded-full bg-sunken">
						<rect width={(100 * tokens) / most} height="4" className={color} />
					</svg>
				</div>
			))}
			<p className="mt-2 text-xs text-muted">{savingWords(saving, messageCount)}</p>
		</div>
	);
}

function tokensOf(messages: readonly Message[]) {
	return messages
		.filter((message) => !message.error && (message.text.trim() !== "" || message.files.length > 0))
		.map((message) => ({ tokens: estimateTokens(message.text) + 4, fromUser: message.sender === "User" }));
}
