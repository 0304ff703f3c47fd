import { useUpdateNodeInternals } from "@xyflow/react";
import { useEffect, useRef } from "react";

/** Has the canvas measure a node's handles again when it gets others; the first time it does so by itself. */
export function useMeasuredHandles(nodeId: string, handles: string): void {
	const updateInternals = useUpdateNodeInternals();
	const measured = useRef(handles);
	useEffect(() => {
		if (measured.current === handles) return;
		measured.current = handles;
		updateInternals(nodeId);
	}, [handles, nodeId, updateInternals]);
}
