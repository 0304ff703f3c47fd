import { templateVariables } from "@foldback/flow-runtime/flow-json";
import { Badge } from "../../ui/badge.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { useEditor } from "../editor-context.ts";
import { at, findNode, rawTemplate } from "../flow/document.ts";
import { type FieldProps, textOf } from "./field-props.ts";

/** A text with variables; each one is a field of the node. */
export function PromptField({ nodeId, field, id, compact, onChange, onSettle }: FieldProps) {
	const text = textOf(field.value);
	const node = findNode(useEditor().actions.current(), nodeId);
	const isDouble = node && at(rawTemplate(node), "use_double_brackets", "value") === true;
	const variables = templateVariables(text, isDouble ? "double" : "single");
	return (
		<>
			<TextArea
				id={id}
				rows={compact ? 3 : 8}
				className={compact ? "nowheel max-h-48" : "font-mono text-[13px]"}
				value={text}
				placeholder="Answer in the tone of {tone}."
				onChange={(event) => onChange(event.target.value)}
				onBlur={onSettle}
			/>
			{compact ? null : (
				<p className="mt-1.5 flex flex-wrap items-center gap-1 text-xs text-muted">
					{variables.length === 0 ? (isDouble ? "Write {{a_name}} to make a variable." : "Write {a_name} to make a variable.") : "Variables:"}
					{variables.map((name) => (
						<Badge key={name} tone="accent">
							{name}
						</Badge>
					))}
				</p>
			)}
		</>
	);
}
