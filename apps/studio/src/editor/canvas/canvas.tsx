import { Background, BackgroundVariant, type Edge, type Connection as FlowConnection, MiniMap, ReactFlow, useReactFlow } from "@xyflow/react";
import { type DragEvent, useCallback } from "react";
import { useToast } from "../../ui/toast-context.ts";
import { useEditor } from "../editor-context.ts";
import { connect, whyNotConnect } from "../flow/connect.ts";
import { draggedComponent } from "../palette/dragged-component.ts";
import { useAddNode } from "../palette/use-add-node.ts";
import "./canvas.css";
import { CanvasControls } from "./canvas-controls.tsx";
import { type CanvasEdge, handleName } from "./canvas-elements.ts";
import { ComponentNode } from "./component-node.tsx";
import { connectionBetween, type HandleEnd } from "./connection-between.ts";
import { ConnectionHint } from "./connection-hint.tsx";
import { NoteNode } from "./note-node.tsx";
import type { CanvasState } from "./use-canvas.ts";

const nodeTypes = { component: ComponentNode, note: NoteNode };

interface CanvasProps {
	readonly canvas: CanvasState;
	readonly onLayout: () => void;
	readonly onHelp: () => void;
}

const wantedBy = (connection: FlowConnection | Edge) => ({
	source: connection.source,
	output: handleName(connection.sourceHandle),
	target: connection.target,
	field: handleName(connection.targetHandle),
});

/** The flow, to be looked at and drawn. */
export function Canvas({ canvas, onLayout, onHelp }: CanvasProps) {
	const { catalogue, actions } = useEditor();
	const toast = useToast();
	const { screenToFlowPosition } = useReactFlow();
	const addNode = useAddNode(canvas.select);
	const isValid = useCallback(
		(connection: FlowConnection | CanvasEdge) => whyNotConnect(actions.current(), catalogue, wantedBy(connection)) === undefined,
		[actions, catalogue],
	);
	const explain = (from: HandleEnd, to: HandleEnd) => {
		const wanted = connectionBetween(from, to);
		const reason = wanted ? whyNotConnect(actions.current(), catalogue, wanted) : "An edge leads from an output to a field.";
		if (reason) toast({ text: reason, tone: "danger" });
	};
	const drop = (event: DragEvent) => {
		const type = draggedComponent(event.dataTransfer);
		if (type === undefined) return;
		event.preventDefault();
		addNode(type, screenToFlowPosition({ x: event.clientX, y: event.clientY }));
	};
	return (
		<ReactFlow
			aria-label="Flow"
			nodes={canvas.nodes}
			edges={canvas.edges}
			nodeTypes={nodeTypes}
			onNodesChange={canvas.onNodesChange}
			onEdgesChange={canvas.onEdgesChange}
			onConnect={(connection) => actions.change((document) => connect(document, catalogue, wantedBy(connection)))}
			isValidConnection={isValid}
			onConnectEnd={(_event, { fromHandle, toHandle, isValid: fits }) => {
				if (!fromHandle || !toHandle || fits !== false) return;
				explain(
					{ nodeId: fromHandle.nodeId, handleId: fromHandle.id ?? null, type: fromHandle.type },
					{ nodeId: toHandle.nodeId, handleId: toHandle.id ?? null, type: toHandle.type },
				);
			}}
			onDragOver={(event) => event.preventDefault()}
			onDrop={drop}
			onlyRenderVisibleElements={canvas.nodes.length > 60}
			deleteKeyCode={null}
			selectionKeyCode="Shift"
			multiSelectionKeyCode={["Control", "Meta", "Shift"]}
			connectionRadius={24}
			minZoom={0.1}
			maxZoom={2}
			fitView
			fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
		>
			<Background variant={BackgroundVariant.Dots} gap={20} size={1.5} />
			<MiniMap pannable zoomable ariaLabel="Overview of the flow" className="max-sm:!hidden" />
			<CanvasControls onLayout={onLayout} onHelp={onHelp} />
			<ConnectionHint />
		</ReactFlow>
	);
}
