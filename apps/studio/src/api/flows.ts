import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import { query, request } from "./request.ts";

/** A flow in the list: everything but its nodes and edges. */
export interface FlowHeader extends JsonObject {
	readonly id: string;
	readonly name: string;
	readonly endpoint_name: string | null;
	readonly revision: number;
	/** `YYYY-MM-DD HH:MM:SS.ffffff UTC` */
	readonly created_at: string;
	readonly updated_at: string;
}

/** A whole flow: the document as imported, with the host's own members over it. */
export type SavedFlow = FlowHeader;

const path = (id: string) => `/api/v1/flows/${encodeURIComponent(id)}`;

/** Newest change first. */
export const listFlows = () => request<readonly FlowHeader[]>(`/api/v1/flows/${query({ header_flows: true })}`);
export const readFlow = (id: string) => request<SavedFlow>(path(id));
export const createFlow = (flow: JsonObject) => request<SavedFlow>("/api/v1/flows/", { method: "POST", body: flow });
export const deleteFlow = (id: string) => request<undefined>(path(id), { method: "DELETE" });

/** @param file an exported flow, a list of them, or `{flows: […]}`. */
export const importFlows = (file: unknown) => request<readonly SavedFlow[]>("/api/v1/flows/upload/", { method: "POST", body: file });
/** A flow as a file to give away: as imported, without secrets. */
export const exportFlow = (id: string) => request<JsonObject>("/api/v1/flows/download/", { method: "POST", body: [id] });

/**
 * Replaces members of a flow, when `revision` is still the current one.
 * @throws ApiProblem 409 with the member `revision` when it is not.
 */
export const changeFlow = (id: string, members: JsonObject, revision: number, { keepalive = false } = {}) =>
	request<SavedFlow>(path(id), { method: "PATCH", body: { ...members, revision }, keepalive });
