import { z } from "zod";

const template = z.looseObject({ summary_model: z.looseObject({}).optional() });
const flows = z.array(
	z.looseObject({
		id: z.string(),
		name: z.string(),
		data: z.looseObject({ nodes: z.array(z.looseObject({ data: z.looseObject({ node: z.looseObject({ template }).optional() }) })) }),
	}),
);

/** Changes a replay's flow while it runs: its Agent now folds with the model that answers. */
export async function foldWithOwnModel(hostUrl: string): Promise<void> {
	const flow = flows.parse(await (await fetch(`${hostUrl}/api/v1/flows/`)).json()).find(({ name }) => name.startsWith("Replay "));
	if (!flow) throw new Error("No replay is running on this host.");
	for (const { data } of flow.data.nodes) {
		const field = data.node?.template.summary_model;
		if (field) field.value = [];
	}
	const response = await fetch(`${hostUrl}/api/v1/flows/${flow.id}`, {
		method: "PATCH",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ data: flow.data }),
	});
	if (!response.ok) throw new Error(`The flow could not be changed: ${response.status} ${await response.text()}`);
}
