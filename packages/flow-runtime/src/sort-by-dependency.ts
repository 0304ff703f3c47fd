/**
 * Puts nodes after everything they depend on: depth first from the given roots, in their order, so only what the roots need is in the result.
 * Linear in nodes and dependencies, and safe for chains of any length.
 * @returns the order, or the nodes of one cycle, each followed by one that depends on it.
 */
export function sortByDependency<Node>(
	roots: readonly Node[],
	dependenciesOf: (node: Node) => readonly Node[],
): { readonly order: readonly Node[] } | { readonly cycle: readonly Node[] } {
	const state = new Map<Node, "open" | "done">();
	const order: Node[] = [];
	for (const root of roots) {
		const path: { node: Node; waiting: Node[] }[] = [];
		const open = (node: Node) => {
			state.set(node, "open");
			path.push({ node, waiting: dependenciesOf(node).toReversed() });
		};
		if (!state.has(root)) open(root);
		for (let top = path.at(-1); top; top = path.at(-1)) {
			const dependency = top.waiting.pop();
			if (dependency === undefined) {
				state.set(top.node, "done");
				order.push(top.node);
				path.pop();
			} else if (state.get(dependency) === "open") {
				const start = path.findIndex(({ node }) => node === dependency);
				return {
					cycle: path
						.slice(start)
						.map(({ node }) => node)
						.reverse(),
				};
			} else if (!state.has(dependency)) open(dependency);
		}
	}
	return { order };
}
