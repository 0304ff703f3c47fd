import { checkFlow, componentCatalogue, createRegistry, defaultComponents, parseFlow } from "@foldback/flow-runtime";
import { expect, test } from "vitest";
import { starterFlow } from "./starter-flow.ts";

test("a new flow can run as it is", () => {
	const registry = createRegistry(defaultComponents);
	const catalogue = JSON.parse(JSON.stringify(componentCatalogue(registry)));
	const flow = parseFlow(starterFlow(catalogue));
	expect(flow.nodes.map(({ type }) => type)).toEqual(["ChatInput", "Agent", "ChatOutput"]);
	expect(flow.edges).toHaveLength(2);
	expect(checkFlow(flow, registry)).toEqual([]);
});
