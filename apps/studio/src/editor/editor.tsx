import { ReactFlowProvider } from "@xyflow/react";
import { useMemo, useReducer } from "react";
import { useNavigate } from "react-router";
import type { SavedFlow } from "../api/flows.ts";
import { useToast } from "../ui/toast-context.ts";
import { EditorContext } from "./editor-context.ts";
import { sealedSecrets } from "./flow/adopt-secrets.ts";
import type { Catalogue } from "./flow/catalogue.ts";
import { ConflictDialog } from "./header/conflict-dialog.tsx";
import { editorReducer, initialEditorState } from "./state/editor-state.ts";
import { useAutosave } from "./state/use-autosave.ts";
import { useEditorActions } from "./state/use-editor-actions.ts";
import { Workspace } from "./workspace.tsx";

interface EditorProps {
	readonly flow: SavedFlow;
	readonly catalogue: Catalogue;
	/** Reads the flow again and starts over with it. */
	readonly onReload: () => void;
}

/** A flow under edit: its document and steps, saved as it changes. */
export function Editor({ flow, catalogue, onReload }: EditorProps) {
	const [state, dispatch] = useReducer(editorReducer, flow, initialEditorState);
	const navigate = useNavigate();
	const toast = useToast();
	const actions = useEditorActions(state.document, dispatch, catalogue);
	const { status, saveNow } = useAutosave({
		flow,
		document: state.document,
		onSaved(sent, answered) {
			const secrets = sealedSecrets(sent, answered);
			if (secrets.length > 0) dispatch({ type: "secrets-sealed", secrets });
		},
		onChangedElsewhere() {
			toast({ text: "This flow was changed in another tab; here is what was saved." });
			onReload();
		},
	});
	const editor = useMemo(() => ({ flowId: flow.id, catalogue, actions }), [flow.id, catalogue, actions]);
	return (
		<EditorContext value={editor}>
			<ReactFlowProvider>
				<Workspace state={state} status={status} onSaveNow={saveNow} />
			</ReactFlowProvider>
			{status.kind === "conflict" ? (
				<ConflictDialog document={state.document} onReload={onReload} onCopied={(id) => void navigate(`/flows/${encodeURIComponent(id)}`)} />
			) : null}
		</EditorContext>
	);
}
