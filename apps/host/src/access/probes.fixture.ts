import { echoFlow, secretFlow } from "../testing/flows.fixture.ts";
import type { Ids } from "./world.fixture.ts";

/** One call of the API. */
export interface Call {
	readonly path: string;
	readonly init: RequestInit;
}

interface Parameter {
	readonly in: "path" | "query" | "header";
	readonly name: string;
	readonly required?: boolean;
}

/** What the OpenAPI document says of one call. */
export interface Operation {
	readonly method: string;
	readonly path: string;
	readonly parameters: readonly Parameter[];
	readonly hasBody: boolean;
}

/** Parameters that name nothing which belongs to a user, with a value where one is needed. */
const harmless: ReadonlyMap<string, string | undefined> = new Map([
	...[
		"limit",
		"offset",
		"header_flows",
		"order",
		"order_by",
		"sender",
		"sender_name",
		"n_messages",
		"after_timestamp",
		"stream",
		"timestamp",
		"lines_before",
		"lines_after",
	].map((name) => [name, undefined] as const),
	["new_session_id", "renamed"],
	["confirm", "everything"],
]);

const kinds: ReadonlyMap<string, keyof Ids> = new Map([
	["flow", "flow"],
	["flow_id", "flow"],
	["old", "session"],
	["session_id", "session"],
	["context_id", "context"],
	["run_id", "run"],
	["before", "run"],
	["after_id", "message"],
	["file_name", "file"],
	["file_id", "userFile"],
	["idempotency-key", "idempotencyKey"],
	["flows/{id}", "flow"],
	["messages/{id}", "message"],
	["session/{id}", "session"],
]);

/** @returns what a parameter names, or undefined when that belongs to nobody. @throws for a parameter that is not known here: say above what it names. */
function kindOf({ name }: Parameter, path: string): keyof Ids | undefined {
	const place = name === "id" ? /[^/]+\/\{id\}/.exec(path)?.[0] : name;
	const kind = kinds.get(place ?? "");
	if (kind === undefined && !harmless.has(name)) throw new Error(`What does ${name} of ${path} name? Say so in probes.fixture.ts.`);
	return kind;
}

type Body = (ids: Ids) => string | FormData;

const json =
	(value: (ids: Ids) => unknown): Body =>
	(ids) =>
		JSON.stringify(value(ids));

const secretReference = ({ secret }: Ids) => ({ value: `foldback-secret:${secret}`, load_from_db: true });

const fileForm: Body = () => {
	const form = new FormData();
	form.set("file", new File(["text"], "taken-over.txt"));
	return form;
};

/** Bodies that name whatever they can. A call with a body that is not here fails the test. */
const bodies: Readonly<Record<string, Body>> = {
	"POST /api/v1/flows": json((ids) => ({ ...secretFlow(secretReference(ids)), id: ids.flow })),
	"POST /api/v1/flows/upload": json(({ flow }) => [{ ...echoFlow(), id: flow }]),
	"POST /api/v1/flows/download": json(({ flow }) => [flow]),
	"PATCH /api/v1/flows/{id}": json(() => ({ name: "Taken over" })),
	"DELETE /api/v1/monitor/messages": json(({ message }) => [message]),
	"DELETE /api/v1/monitor/messages/sessions": json(({ session }) => [session]),
	"PUT /api/v1/monitor/messages/{id}": json(() => ({ text: "Taken over" })),
	"PATCH /api/v1/monitor/session-memory": json(({ incarnation }) => ({ overrides: { city: "Rome" }, expected: { incarnation, version: 1 } })),
	"POST /api/v1/monitor/session-memory/fold": json(() => ({})),
	"POST /api/v1/monitor/messages/import": json(({ message }) => ({ id: message, text: "Taken over", sender: "User", timestamp: 1 })),
	"POST /api/v1/run/{flow}": json(({ flow, session, file, userFile }) => ({
		input_value: "Which cluster?",
		session_id: session,
		files: [`${flow}/${file}`, `user/${userFile}_notes.txt`],
	})),
	"POST /api/v1/custom_component/update": json(() => ({ template: {}, field: "input_value", type: "ChatInput" })),
	"POST /api/v1/files/upload/{flow_id}": fileForm,
	"POST /api/v2/files": fileForm,
};

const contentTypes: ReadonlyMap<string, string | undefined> = new Map([
	["POST /api/v1/monitor/messages/import", "application/x-ndjson"],
	["POST /api/v1/files/upload/{flow_id}", undefined],
	["POST /api/v2/files", undefined],
]);

/** Whether a call can name a flow, in which others of a user's things may be named. */
export function namesFlow({ parameters, path }: Operation): boolean {
	return parameters.some((parameter) => kindOf(parameter, path) === "flow");
}

/** Whether a call can name anything at all. */
export function namesSomething({ method, path, parameters }: Operation): boolean {
	return `${method} ${path}` in bodies || parameters.some((parameter) => kindOf(parameter, path) !== undefined);
}

/** The call with these names in every place that takes one. @param flow another flow than the ids' own in the address */
export function callOf(operation: Operation, ids: Ids, key: Readonly<Record<string, string>>, flow = ids.flow): Call {
	const { method, path, parameters, hasBody } = operation;
	const values = parameters.flatMap((parameter) => {
		const kind = kindOf(parameter, path);
		const value = kind === "flow" ? flow : kind ? ids[kind] : harmless.get(parameter.name);
		return value === undefined ? [] : [{ ...parameter, value }];
	});
	const filled = values.filter((value) => value.in === "path").reduce((text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)), path);
	const query = new URLSearchParams(values.filter((value) => value.in === "query").map(({ name, value }): [string, string] => [name, value]));
	const headers = new Headers([
		...values.filter((value) => value.in === "header").map(({ name, value }): [string, string] => [name, value]),
		...Object.entries(key),
	]);
	const name = `${method} ${path}`;
	if (!hasBody && method !== "POST") return { path: `${filled}?${query}`, init: { method, headers } };
	const body = bodies[name];
	if (hasBody && !body) throw new Error(`What does the body of ${name} name? Say so in probes.fixture.ts.`);
	const type = contentTypes.has(name) ? contentTypes.get(name) : "application/json";
	if (type !== undefined) headers.set("content-type", type);
	return { path: `${filled}?${query}`, init: { method, headers, body: body?.(ids) ?? "{}" } };
}
