import { Background, BackgroundVariant, MiniMap, ReactFlow, useReactFlow } from "@xyflow/react";
import type { DragEvent } from "react";
import { draggedComponent } from "../palette/dragged-component.ts";
import { useAddNode } from "../palette/use-add-node.ts";
import "./canvas.css";
import { CanvasControls } from "./canvas-controls.tsx";
import { ComponentNode } from "./component-node.tsx";
import { ConnectionHint } from "./connection-hint.tsx";
import { NoteNode } from "./note-node.tsx";
import type { Command } from "./shortcuts.ts";
import type { CanvasState } from "./use-canvas.ts";
import { useConnecting } from "./use-connecting.ts";

const nodeTypes = { component: ComponentNode, note: NoteNode };

/** From here on only what is seen is drawn: it costs while panning, but less than everything at once. */
const manyNodes = 400;

interface CanvasProps {
	readonly canvas: CanvasState;
	readonly onCommand: (command: Command) => void;
}

/** The flow, to be looked at and drawn. */
export function Canvas({ canvas, onCommand }: CanvasProps) {
	const { screenToFlowPosition } = useReactFlow();
	const addNode = useAddNode(canvas.select);
	const connecting = useConnecting();
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
			{...connecting}
			onDragOver={(event) => event.preventDefault()}
			onDrop={drop}
			onlyRenderVisibleElements={canvas.nodes.length > manyNodes}
			deleteKeyCode={null}
			selectionKeyCode="Shift"
			multiSelectionKeyCode={["Control", "Meta", "Shift"]}
			connectionRadius={24}
			minZoom={0.1}
			maxZoom={2}
			defaultViewport={{ x: 0, y: 0, zoom: canvas.nodes.length > 60 ? 0.1 : 1 }}
			fitView
			fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
		>
			<Background variant={BackgroundVariant.Dots} gap={20} size={1.5} />
			<MiniMap pannable zoomable ariaLabel="Overview of the flow" className="max-sm:hidden" />
			<CanvasControls onCommand={onCommand} />
			<ConnectionHint />
		</ReactFlow>
	);
}
