import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { request } from "./request.ts";

/** Fresh nodes by category and type, as Langflow's `/api/v1/all` gives them. */
export type CatalogueAnswer = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

export const readCatalogue = () => request<CatalogueAnswer>("/api/v1/all");

/** One field was changed; the host says what the node looks like now. */
export interface FieldUpdate {
	readonly type: string;
	readonly template: JsonObject;
	readonly field: string;
	readonly field_value: unknown;
	readonly tool_mode: boolean;
}

export const updateComponent = (update: FieldUpdate) =>
	request<JsonObject>("/api/v1/custom_component/update", { method: "POST", body: { code: "", ...update } });
