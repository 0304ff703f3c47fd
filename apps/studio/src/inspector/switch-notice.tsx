import { Link } from "react-router";
import { Notice } from "../ui/notice.tsx";

interface SwitchNoticeProps {
	readonly flowId: string;
	/** The flow has an Agent in this context. */
	readonly hasAgent: boolean;
	/** Something is remembered from when the switch was on. */
	readonly remembered: boolean;
}

/** Why nothing is being folded, and where to change that. */
export function SwitchNotice({ flowId, hasAgent, remembered }: SwitchNoticeProps) {
	if (!hasAgent) return <Notice className="text-xs">This flow has no Agent, so nothing is remembered of its sessions.</Notice>;
	return (
		<Notice className="text-xs">
			<strong className="font-medium">Summarize Older Messages</strong> is off: the Agent sees its newest messages and nothing older.{" "}
			{remembered ? "What is remembered is kept until the switch is on again. " : ""}
			<Link to={`/flows/${flowId}`} className="text-accent underline underline-offset-2">
				Turn it on in the editor
			</Link>
		</Notice>
	);
}
