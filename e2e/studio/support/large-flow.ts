type Catalogue = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A flow of many Agents in a grid. */
export async function largeFlow(hostUrl: string, nodeCount: number): Promise<Readonly<Record<string, unknown>>> {
	const answer = await fetch(`${hostUrl}/api/v1/all`);
	const catalogue = (await answer.json()) as Catalogue;
	const node = catalogue.models_and_agents?.Agent;
	const nodes = Array.from({ length: nodeCount }, (_, index) => {
		const id = `Agent-${String(index).padStart(5, "0")}`;
		const position = { x: (index % 20) * 400, y: Math.floor(index / 20) * 560 };
		return { id, type: "genericNode", position, data: { id, type: "Agent", showNode: true, node } };
	});
	return { name: `${nodeCount} agents`, data: { nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } } };
}
