import { ArrowDownToLine, FoldVertical, Hammer, MessageSquare, ScrollText } from "lucide-react";
import type { Message } from "../api/messages.ts";
import { fileName } from "../playground/file-list.tsx";
import { counted, showNumber } from "../playground/show-time.ts";
import { LongText } from "./long-text.tsx";
import type { SentCall, SentKind, SentPart } from "./sent-view.ts";
import { TokenBar } from "./token-bar.tsx";

interface SeenCallProps {
	readonly call: SentCall;
	readonly messages: readonly Message[];
	readonly onGoTo: (messageId: string) => void;
}

/** One model call: the sizes of its parts, then the parts themselves, word for word and in order. */
export function SeenCall({ call, messages, onGoTo }: SeenCallProps) {
	const { tokens, otherTokens } = call;
	const verbatim = call.parts.filter(({ kind }) => kind === "verbatim");
	const positions = new Map(messages.map(({ id }, index) => [id, index + 1]));
	return (
		<>
			<TokenBar
				total={call.inputTokens ?? undefined}
				parts={[
					{ name: "Tools and format", tokens: otherTokens ?? 0, className: "bg-line-strong" },
					{ name: "Instructions", tokens: tokens.instructions, className: "bg-muted" },
					{ name: "Summary message", tokens: tokens.summary, className: "bg-accent" },
					{ name: "Verbatim messages", tokens: tokens.verbatim, className: "bg-info" },
					{ name: "Input", tokens: tokens.input, className: "bg-ok" },
					{ name: "Tool messages", tokens: tokens.turn, className: "bg-warn" },
				]}
			/>
			{call.gone === 0 ? null : (
				<p className="text-xs text-warn">{counted(call.gone, "part")} of this call changed since. Only what is still stored is shown: forgetting is real.</p>
			)}
			{call.otherMessages > 0 ? (
				<p className="text-xs text-muted">
					This call was also sent {counted(call.otherMessages, "message")} that other nodes put together; such texts are not kept.
				</p>
			) : null}
			<ol className="flex flex-col gap-1.5">
				{call.parts.map((part, index) => (
					<SeenPart
						// biome-ignore lint/suspicious/noArrayIndexKey: what was sent never moves
						key={index}
						part={part}
						order={index + 1}
						heading={part.kind === call.parts[index - 1]?.kind ? undefined : headingOf(part, verbatim.length)}
						position={positions.get(part.message?.id ?? "")}
						onGoTo={onGoTo}
					/>
				))}
			</ol>
		</>
	);
}

function headingOf({ kind }: SentPart, verbatim: number): string | undefined {
	if (kind === "verbatim") return `Verbatim part, ${counted(verbatim, "message")}`;
	return kind === "turn" ? "This turn's tool messages" : undefined;
}

const looks: Readonly<Record<SentKind, { readonly icon: typeof MessageSquare; readonly className: string }>> = {
	instructions: { icon: ScrollText, className: "border-line-strong bg-sunken" },
	summary: { icon: FoldVertical, className: "border-accent/40 bg-accent-soft" },
	verbatim: { icon: MessageSquare, className: "border-line bg-raised" },
	input: { icon: ArrowDownToLine, className: "border-ok/40 bg-ok-soft" },
	turn: { icon: Hammer, className: "border-warn/40 bg-raised" },
};

interface SeenPartProps {
	readonly part: SentPart;
	readonly order: number;
	readonly heading: string | undefined;
	readonly position: number | undefined;
	readonly onGoTo: (messageId: string) => void;
}

function SeenPart({ part, order, heading, position, onGoTo }: SeenPartProps) {
	const { icon: Icon, className } = looks[part.kind];
	const sender = part.message?.sender === "Machine" ? "AI" : "User";
	return (
		<li data-part={part.kind}>
			{heading ? <h4 className="mt-2 mb-1 text-xs font-medium text-muted">{heading}</h4> : null}
			<div className={`rounded-lg border p-2.5 text-xs ${className}`}>
				<div className="flex items-center gap-1.5">
					<Icon aria-hidden className="size-3.5 shrink-0" />
					<span className="flex-1 font-medium">
						{order}. {part.name ?? sender}
					</span>
					{position !== undefined && part.message ? (
						<button type="button" className="rounded text-accent underline underline-offset-2" onClick={() => onGoTo(part.message?.id ?? "")}>
							message {position}
						</button>
					) : null}
					<span className="text-ink/75 tabular-nums">{part.text === undefined ? "" : `${showNumber(part.tokens)} tokens`}</span>
				</div>
				{part.text === undefined ? <p className="mt-1.5 text-muted italic">{part.missing}</p> : <LongText text={part.text} />}
				{part.message && part.message.files.length > 0 ? <p className="mt-1 text-muted">With {part.message.files.map(fileName).join(", ")}</p> : null}
			</div>
		</li>
	);
}
