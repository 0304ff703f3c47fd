import { type ConnectionState, Handle, Position, useConnection } from "@xyflow/react";
import { classNames } from "../../ui/class-names.ts";
import { useEditor } from "../editor-context.ts";
import { whyNotConnect } from "../flow/connect.ts";
import { handleName, inputHandle, outputHandle } from "./canvas-elements.ts";
import { connectionBetween, endOf } from "./connection-between.ts";
import { typeColor } from "./type-colors.ts";

interface TypedHandleProps {
	readonly nodeId: string;
	readonly side: "input" | "output";
	/** The field's or the output's name. */
	readonly name: string;
	readonly label: string;
	readonly types: readonly string[];
}

const startOf = (connection: ConnectionState) => (connection.inProgress ? connection.fromHandle : null);

/** An end for edges. While another end is dragged, those that do not fit fade. */
export function TypedHandle({ nodeId, side, name, label, types }: TypedHandleProps) {
	const { catalogue, actions } = useEditor();
	const from = useConnection(startOf);
	const isInput = side === "input";
	const isStart = from?.nodeId === nodeId && handleName(from.id) === name && (from.type === "target") === isInput;
	const wanted = from && connectionBetween(endOf(from), { nodeId, handleId: name, type: isInput ? "target" : "source" });
	const fits = !from || isStart || (wanted !== undefined && wanted !== null && whyNotConnect(actions.current(), catalogue, wanted) === undefined);
	return (
		<Handle
			type={isInput ? "target" : "source"}
			position={isInput ? Position.Left : Position.Right}
			id={isInput ? inputHandle(name) : outputHandle(name)}
			title={`${label}: ${types.join(", ") || "nothing"}`}
			className={classNames("typed-handle", !fits && "typed-handle-off", fits && from !== null && !isStart && "typed-handle-fit")}
			style={{ background: typeColor(types) }}
		/>
	);
}
