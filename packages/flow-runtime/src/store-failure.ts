import type { FlowError } from "./flow-error.ts";
import type { PlannedNode } from "./plan-run.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Stores a failure as an error row, so that the chat shows it; no model ever sees such a row.
 * Without a writer, without a stored input, or when the store fails too, only the error itself remains.
 */
export async function storeFailure(
	failure: FlowError,
	{ node, definition }: PlannedNode,
	run: { readonly context: RunContext; readonly answers: string | undefined; readonly sessionId: string },
): Promise<void> {
	const { context, answers } = run;
	if (!context.messages || answers === undefined) return;
	try {
		const result = await context.messages.append(
			{
				text: failure.message,
				sender: "Machine",
				senderName: node.displayName,
				sessionId: run.sessionId,
				contextId: "",
				files: [],
				properties: { state: "complete", icon: definition.icon, source: { id: node.id, display_name: node.displayName, source: node.displayName } },
				error: true,
				category: "error",
			},
			{ answers },
		);
		if (result.stored) context.onEvent({ type: "message-stored", nodeId: node.id, message: result.message });
	} catch {
		context.onEvent({ type: "warning", nodeId: node.id, text: "The failure could not be stored as a message." });
	}
}
