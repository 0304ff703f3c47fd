import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { sessionName } from "./session-names.ts";
import { counted } from "./show-time.ts";
import type { SessionQuestion } from "./use-session-actions.ts";

interface SessionQuestionsProps {
	readonly flowId: string;
	readonly question: SessionQuestion | undefined;
	readonly onClose: () => void;
}

/** Asks once before sessions are deleted, cleared or become one. */
export function SessionQuestions({ flowId, question, onClose }: SessionQuestionsProps) {
	if (!question) return null;
	const { title, text, confirm } = wordsFor(
		question,
		question.ids.map((id) => sessionName(flowId, id)),
	);
	return (
		<ConfirmDialog open onOpenChange={(open) => open || onClose()} title={title} confirm={confirm} onConfirm={question.onConfirm}>
			{text}
		</ConfirmDialog>
	);
}

function wordsFor({ kind }: SessionQuestion, [first = "", second = "", ...others]: readonly string[]) {
	if (kind === "clear") {
		return { title: `Clear ${first}?`, confirm: "Clear", text: "All its messages are deleted, and everything that is remembered of them." };
	}
	if (kind === "merge") {
		return {
			title: "Make them one session?",
			confirm: "Merge",
			text: `There is a session ${second} already. The messages of both become one session, and what is remembered of both is folded again.`,
		};
	}
	const count = others.length + (second === "" ? 1 : 2);
	return {
		title: count === 1 ? `Delete ${first}?` : `Delete ${counted(count, "session")}?`,
		confirm: count === 1 ? "Delete session" : "Delete sessions",
		text: "The messages are gone for good, and everything that is remembered of them. A new session under the same name starts empty.",
	};
}
