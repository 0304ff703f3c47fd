import { z } from "@hono/zod-openapi";

/** A name for URLs, as Langflow allows it. */
const endpointNameText = z
	.string()
	.regex(/^[a-zA-Z0-9_-]{1,100}$/, "1 to 100 letters, digits, - and _")
	.nullable();

const data = z.looseObject({ nodes: z.array(z.looseObject({})), edges: z.array(z.looseObject({})) }).nullable();
const name = z.string().trim().min(1, "a name of 1 to 200 characters").max(200, "a name of 1 to 200 characters");

/** What a flow must have to be saved; everything else in it is kept as it is. Whether it can run is checked when it runs. */
export const flowInput = z
	.looseObject({
		name,
		data: data.optional(),
		endpoint_name: endpointNameText.optional(),
		id: z.string().max(200, "an id of at most 200 characters").nullish(),
	})
	.openapi("FlowInput", { example: { name: "Empty flow", data: { nodes: [], edges: [] } } });

/** Members to replace in a flow. */
export const flowPatch = z
	.looseObject({
		name: name.optional(),
		data: data.optional(),
		endpoint_name: endpointNameText.optional(),
		revision: z.int("the revision that the change is made on").optional(),
	})
	.openapi("FlowPatch", { example: { name: "Support assistant of the team" } });
