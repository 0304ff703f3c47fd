import type { FlowRecord } from "@foldback/session-store";
import { localUser } from "../access/authenticate.ts";
import type { HostDependencies } from "../dependencies.ts";
import { ProblemError, quoteValue } from "../http/problem.ts";
import type { FlowDocument } from "../run/flow-engine.ts";
import { hostMembers } from "../wire/flow.ts";

type FlowDependencies = Pick<HostDependencies, "store" | "vault">;

/** @throws a 404 problem when the user has no flow with this id or endpoint name. */
export async function findFlow({ store }: FlowDependencies, userId: string, idOrName: string): Promise<FlowRecord> {
	const flow = await store.flows.get(userId, idOrName);
	if (flow) return flow;
	throw new ProblemError("not-found", `There is no flow ${quoteValue(idOrName)}. GET /api/v1/flows/ lists yours.`);
}

/**
 * The id of the flow that a filter names by id or endpoint name. What names none of the user's flows is taken as it is: it selects nothing, or rows that a
 * deleted flow has left.
 */
export async function flowIdOf(
	{ store }: Pick<FlowDependencies, "store">,
	userId: string,
	idOrName: string | undefined,
): Promise<{ readonly flowId?: string }> {
	if (idOrName === undefined) return {};
	return { flowId: (await store.flows.get(userId, idOrName))?.id ?? idOrName };
}

/**
 * Saves an imported document as a new flow. Its own id is kept for the local user when it can stand in an address and is free; a user with a key always
 * gets a new one, because ids are unique among all users, and one that is not kept would tell that somebody else has it.
 * The caller has checked the document against `flowInput`.
 * @param options.renames an endpoint name that another flow has gets a number, as `name-1`; default: it is a 409 problem
 */
export async function createFlow(
	{ store, vault }: FlowDependencies,
	userId: string,
	input: FlowDocument,
	{ renames = false }: { readonly renames?: boolean } = {},
): Promise<FlowRecord> {
	const { document, store: storeSecrets } = await vault.protect(userId, input);
	const wanted = endpointNameOf(document);
	for (let number = 0; number <= (renames && wanted !== null ? maxRenames : 0); number++) {
		const endpointName = number === 0 ? wanted : `${wanted?.slice(0, 90)}-${number}`;
		const flow = await store.flows.create({
			userId,
			name: String(document.name),
			endpointName,
			document: number === 0 ? document : { ...document, endpoint_name: endpointName },
			...(userId === localUser && isFlowId(input.id) ? { id: input.id } : {}),
		});
		if (!flow) continue;
		await storeSecrets(flow.id);
		return flow;
	}
	throw endpointNameTaken(wanted);
}

/** Numbers that are tried for an endpoint name. */
const maxRenames = 1_000;

/**
 * Replaces members of a flow. With a `revision` only when that is the current one; without, on whatever is current, losing no other change.
 * @throws 404 and 409 problems.
 */
export async function changeFlow(deps: FlowDependencies, userId: string, idOrName: string, patch: FlowDocument): Promise<FlowRecord> {
	for (;;) {
		const flow = await findFlow(deps, userId, idOrName);
		const wanted = patch.revision;
		if (wanted !== undefined && wanted !== flow.revision) throw staleRevision(flow, wanted);
		const members = Object.entries(patch).filter(([key]) => !hostMembers.some((member) => member === key));
		const { document, store } = await deps.vault.protect(userId, { ...flow.document, ...Object.fromEntries(members) }, flow.document);
		const change = { name: Object.hasOwn(patch, "name") ? String(document.name) : flow.name, endpointName: endpointNameOf(document), document };
		await store(flow.id);
		const result = await deps.store.flows.update(userId, flow.id, change, { revision: flow.revision });
		if (result.updated) return result.flow;
		if (result.reason === "endpoint-name-taken") throw endpointNameTaken(change.endpointName);
	}
}

/** Whether a flow may have this id: it stands in addresses, where `.` and `..` are not themselves. */
function isFlowId(id: FlowDocument[string] | undefined): id is string {
	return typeof id === "string" && /^[\w.-]{1,100}$/.test(id) && id !== "." && id !== "..";
}

function endpointNameOf(document: FlowDocument): string | null {
	const name = document.endpoint_name;
	return typeof name === "string" && name !== "" ? name : null;
}

function staleRevision(flow: FlowRecord, wanted: unknown): ProblemError {
	return new ProblemError(
		"conflict",
		`The change is made on revision ${quoteValue(wanted)} of the flow, which is at ${flow.revision} by now. Read it again, apply the change and send it with revision ${flow.revision}.`,
		{ extensions: { revision: flow.revision } },
	);
}

function endpointNameTaken(name: string | null): ProblemError {
	return new ProblemError("conflict", `Another flow of yours has the endpoint_name ${quoteValue(name)}. Choose another one, or null for none.`);
}
