import { RotateCcw } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { useChatActions } from "./chat-actions.ts";

/** Sends the newest input again. */
export function RetryButton() {
	const { retry } = useChatActions();
	return (
		<Button size="small" onClick={retry}>
			<RotateCcw aria-hidden className="size-3.5" />
			Retry
		</Button>
	);
}
