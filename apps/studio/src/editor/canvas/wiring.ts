import { createContext, useContext } from "react";
import type { CanvasEdge } from "./canvas-elements.ts";
import { handleName } from "./canvas-elements.ts";

/** Which ends of a node have edges. */
export interface NodeWiring {
	readonly inputs: ReadonlySet<string>;
	readonly outputs: ReadonlySet<string>;
}

/** What nodes show that does not come from their own JSON. */
export interface Wiring {
	readonly nodes: ReadonlyMap<string, NodeWiring>;
	/** What is wrong, by node. */
	readonly problems: ReadonlyMap<string, string>;
}

const nothing: NodeWiring = { inputs: new Set(), outputs: new Set() };

export const WiringContext = createContext<Wiring>({ nodes: new Map(), problems: new Map() });

export function useNodeWiring(nodeId: string): NodeWiring & { readonly problem: string | undefined } {
	const { nodes, problems } = useContext(WiringContext);
	return { ...(nodes.get(nodeId) ?? nothing), problem: problems.get(nodeId) };
}

export function wiringOf(edges: readonly CanvasEdge[]): ReadonlyMap<string, NodeWiring> {
	const nodes = new Map<string, { inputs: Set<string>; outputs: Set<string> }>();
	const wiring = (id: string) => {
		const known = nodes.get(id) ?? { inputs: new Set<string>(), outputs: new Set<string>() };
		nodes.set(id, known);
		return known;
	};
	for (const edge of edges) {
		wiring(edge.source).outputs.add(handleName(edge.sourceHandle));
		wiring(edge.target).inputs.add(handleName(edge.targetHandle));
	}
	return nodes;
}
