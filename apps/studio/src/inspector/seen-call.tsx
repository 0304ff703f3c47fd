import { ArrowDownToLine, FoldVertical, MessageSquare } from "lucide-react";
import type { Message } from "../api/messages.ts";
import { counted, showNumber } from "../playground/show-time.ts";
import { LongText } from "./long-text.tsx";
import type { SentCall, SentPart } from "./sent-view.ts";
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
					{ name: "Instructions, tools, format", tokens: otherTokens ?? 0, className: "bg-line-strong" },
					{ name: "Summary message", tokens: tokens.summary, className: "bg-accent" },
					{ name: "Verbatim messages", tokens: tokens.verbatim, className: "bg-info" },
					{ name: "Input", tokens: tokens.input, className: "bg-ok" },
				]}
			/>
			{call.gone === 0 ? null : (
				<p className="text-xs text-warn">{counted(call.gone, "part")} of this call changed since. Only what is still stored is shown: forgetting is real.</p>
			)}
			{call.otherMessages > 1 ? (
				<p className="text-xs text-muted">
					Before these: the instructions. After the input: {counted(call.otherMessages - 1, "message")} of tool steps (open them in the chat).
				</p>
			) : null}
			<ol className="flex flex-col gap-1.5">
				{call.parts.map((part, index) => (
					<SeenPart
						key={part.message?.id ?? "summary"}
						part={part}
						order={index + 1}
						heading={part.kind === "verbatim" && part === verbatim[0] ? `Verbatim part, ${counted(verbatim.length, "message")}` : undefined}
						position={positions.get(part.message?.id ?? "")}
						onGoTo={onGoTo}
					/>
				))}
			</ol>
		</>
	);
}

const looks = {
	summary: { name: "Summary message", icon: FoldVertical, className: "border-accent/40 bg-accent-soft" },
	verbatim: { name: "", icon: MessageSquare, className: "border-line bg-raised" },
	input: { name: "Input", icon: ArrowDownToLine, className: "border-ok/40 bg-ok-soft" },
} as const;

interface SeenPartProps {
	readonly part: SentPart;
	readonly order: number;
	readonly heading: string | undefined;
	readonly position: number | undefined;
	readonly onGoTo: (messageId: string) => void;
}

function SeenPart({ part, order, heading, position, onGoTo }: SeenPartProps) {
	const { name, icon: Icon, className } = looks[part.kind];
	const sender = part.message?.sender === "Machine" ? "AI" : "User";
	return (
		<li data-part={part.kind}>
			{heading ? <h4 className="mt-2 mb-1 text-xs font-medium text-muted">{heading}</h4> : null}
			<div className={`rounded-lg border p-2.5 text-xs ${className}`}>
				<div className="flex items-center gap-1.5">
					<Icon aria-hidden className="size-3.5 shrink-0" />
					<span className="flex-1 font-medium">
						{order}. {name || sender}
					</span>
					{position !== undefined && part.message ? (
						<button type="button" className="rounded text-accent underline underline-offset-2" onClick={() => onGoTo(part.message?.id ?? "")}>
							message {position}
						</button>
					) : null}
					<span className="text-ink/75 tabular-nums">{part.text === undefined ? "" : `${showNumber(part.tokens)} tokens`}</span>
				</div>
				<SeenText part={part} />
			</div>
		</li>
	);
}

function SeenText({ part }: { readonly part: SentPart }) {
	if (part.text !== undefined) return <LongText text={part.text} />;
	const gone =
		part.kind === "summary" ? "forgotten since" : part.message?.status === "deleted" ? "deleted since" : "edited since; the text that was sent is not kept";
	return <p className="mt-1.5 text-muted italic">{gone}</p>;
}
