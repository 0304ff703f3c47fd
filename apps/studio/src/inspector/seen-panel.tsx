import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useMemo, useState } from "react";
import { problemText } from "../api/api-problem.ts";
import type { Message } from "../api/messages.ts";
import { showDuration } from "../playground/show-time.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { Spinner } from "../ui/spinner.tsx";
import type { FlowAgent } from "./agents-of-flow.ts";
import { listRunViews, type Run, readRun } from "./inspector-api.ts";
import { SeenCall } from "./seen-call.tsx";
import { sentCalls } from "./sent-view.ts";

interface SeenPanelProps {
	readonly flowId: string;
	readonly sessionId: string;
	readonly messages: readonly Message[];
	readonly agents: readonly FlowAgent[];
	readonly answerId: string | undefined;
	readonly onAnswer: (answerId: string) => void;
	readonly onGoTo: (messageId: string) => void;
}

/** What the model saw for an answer: each call's messages, in order. */
export function SeenPanel({ flowId, sessionId, messages, agents, answerId, onAnswer, onGoTo }: SeenPanelProps) {
	const answers = useMemo(
		() => messages.flatMap((message, index) => (message.sender === "Machine" && !message.error ? [{ message, position: index + 1 }] : [])).reverse(),
		[messages],
	);
	const chosen = answers.find(({ message }) => message.id === answerId) ?? answers[0];
	const id = chosen?.message.id ?? "";
	const run = useQuery({ queryKey: ["runs", flowId, sessionId, id], queryFn: () => readRunOfAnswer(flowId, sessionId, id), enabled: id !== "" });
	if (!chosen) {
		return (
			<EmptyState icon={<Eye />} title="No answer yet">
				For every answer this shows the exact messages that the model was sent.
			</EmptyState>
		);
	}
	return (
		<div className="flex flex-col gap-3">
			<Select
				aria-label="Answer"
				value={id}
				onValueChange={onAnswer}
				options={answers
					.slice(0, 200)
					.map(({ message, position }) => ({ value: message.id, label: `Answer in message ${position}: ${message.text.slice(0, 60)}` }))}
			/>
			{run.isPending ? <Spinner /> : null}
			{run.isError ? <Notice tone="danger">{problemText(run.error)}</Notice> : null}
			{run.data === null ? (
				<Notice tone="info">No run is kept for this answer: it was imported, or newer runs took its place. Each session keeps its newest 100.</Notice>
			) : null}
			{run.data ? <SeenCalls key={id} run={run.data} agents={agents} messages={messages} onGoTo={onGoTo} /> : null}
		</div>
	);
}

interface SeenCallsProps extends Pick<SeenPanelProps, "agents" | "messages" | "onGoTo"> {
	readonly run: Awaited<ReturnType<typeof readRun>>;
}

function SeenCalls({ run, agents, messages, onGoTo }: SeenCallsProps) {
	const [shown, setShown] = useState(0);
	const nodeId = run.calls[shown]?.node_id;
	const keys = agents.find((agent) => agent.nodeId === nodeId)?.pinnedKeys ?? [];
	const calls = useMemo(() => sentCalls(run, keys), [run, keys]);
	const call = calls[shown] ?? calls[0];
	if (!call) return <Notice>This answer was given without a model call.</Notice>;
	return (
		<>
			{calls.length < 2 ? null : (
				<Select
					aria-label="Model call"
					value={String(shown)}
					onValueChange={(value) => setShown(Number(value))}
					options={calls.map(({ round }, index) => ({
						value: String(index),
						label: `Model call ${index + 1} of ${calls.length}${round > 0 ? ", after tool steps" : ""}`,
					}))}
				/>
			)}
			<p className="text-xs text-muted">
				{call.model}, run of {showDuration(run.duration_ms)}
			</p>
			<SeenCall call={call} messages={messages} onGoTo={onGoTo} />
		</>
	);
}

/** @returns null when no run is kept for the answer. */
async function readRunOfAnswer(flowId: string, sessionId: string, answerId: string): Promise<Run | null> {
	const view = (await listRunViews(flowId, sessionId)).find(({ answer_id: id }) => id === answerId);
	return view ? readRun(view.run_id) : null;
}
