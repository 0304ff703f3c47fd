import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { ArrowDown } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useEditor } from "../editor-context.ts";
import type { Component } from "../flow/catalogue.ts";
import { findField } from "../flow/field.ts";
import { SavingPreview } from "./saving-preview.tsx";

/** A window that leaves most of a chat to the summary. */
const suggestedWindow = 10;
/** Langflow's own default, which the saving is compared with. */
const usualWindow = 100;

interface MemorySectionProps {
	readonly nodeId: string;
	readonly node: JsonObject;
	readonly component: Component;
}

/** Below the switch: a smaller window in one click, and what folding would have saved. */
export function MemorySection({ nodeId, node, component }: MemorySectionProps) {
	const { actions } = useEditor();
	const isOn = findField(node, component, "summarize_older_messages")?.value === true;
	const window_ = Number(findField(node, component, "n_messages")?.value ?? usualWindow);
	const isLarge = isOn && window_ > suggestedWindow;
	return (
		<div className="mt-3 flex flex-col gap-3 rounded-lg border border-line bg-raised p-3">
			{isLarge ? (
				<Notice
					actions={
						<Button size="small" variant="primary" onClick={() => actions.setField(nodeId, "n_messages", suggestedWindow)}>
							<ArrowDown className="size-3.5" /> Send the newest {suggestedWindow}
						</Button>
					}
				>
					The newest {window_} messages still go with every call. With the summary, {suggestedWindow} are enough.
				</Notice>
			) : null}
			<div>
				<h4 className="mb-1.5 text-xs font-medium">{isOn ? "What it saves" : "What it would have saved"}</h4>
				<SavingPreview recentWindow={Math.min(isOn ? window_ : suggestedWindow, usualWindow)} windowBefore={isOn ? usualWindow : window_ || usualWindow} />
			</div>
		</div>
	);
}
