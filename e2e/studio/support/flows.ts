import { readFile } from "node:fs/promises";
import { supportFlow } from "../../support/support-flow.ts";
import type { Studio } from "./studio.ts";

export type Flow = Readonly<Record<string, unknown>>;

/** A flow as Langflow exports it: an Agent that knows no session memory. */
export const langflowExport = new URL("../../fixtures/support-agent.json", import.meta.url);

/** Saves such a flow. @returns its id. */
export async function createSupportFlow(studio: Studio, name: string): Promise<string> {
	const { id } = await studio.api<{ readonly id: string }>("POST", "/api/v1/flows/", await supportFlow(name));
	return id;
}

/** The same with one more node, of a component that Foldback does not have. */
export async function flowWithStrangeNode(name: string): Promise<Flow> {
	const flow = JSON.parse(await readFile(langflowExport, "utf8"));
	const node = {
		id: "VectorStore-X1y2Z",
		type: "genericNode",
		position: { x: 400, y: 700 },
		data: {
			id: "VectorStore-X1y2Z",
			type: "VectorStore",
			node: {
				display_name: "Vector Store",
				outputs: [{ name: "out", display_name: "Out", types: ["Data"] }],
				template: { code: { type: "code", value: "print()" }, secret_sauce: { type: "odd", value: { deep: [1] } } },
			},
		},
		extra: "kept",
	};
	return { ...flow, name, unknown_member: { kept: true }, data: { ...flow.data, nodes: [...flow.data.nodes, node] } };
}

/** What is saved of a flow's node. */
export async function savedNode(studio: Studio, flowId: string, nodeId: string) {
	// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of any shape; a wrong one fails the assertion
	const flow = await studio.api<any>("GET", `/api/v1/flows/${flowId}`);
	return flow.data.nodes.find((node: { readonly id: string }) => node.id === nodeId);
}

/** Sends messages to a flow, one after the other, in one session. */
export async function chat(studio: Studio, flowId: string, sessionId: string, texts: readonly string[]): Promise<void> {
	for (const text of texts) await studio.api("POST", `/api/v1/run/${flowId}`, { input_value: text, session_id: sessionId });
}
