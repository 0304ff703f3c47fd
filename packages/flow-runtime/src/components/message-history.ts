import type { SessionMessage, SessionScope } from "@foldback/session-compressor";
import { type ComponentDefinition, type NodeCall, type NodeOutputs, toolOutput } from "../component.ts";
import { nameOf } from "../flow.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { plainMessage } from "../node-inputs.ts";
import { readPinnedKeys } from "../read-pinned-keys.ts";
import { renderTemplate } from "../render-template.ts";
import { memoryFields } from "./message-history-fields.ts";
import { storeMessage } from "./store-message.ts";

/** The session's newest messages as text or data; with the switch on, a summary of the older ones goes first. Or stores a message. */
export const messageHistory: ComponentDefinition = {
	type: "Memory",
	aliases: ["MemoryComponent", "MessageHistory"],
	category: "models_and_agents",
	displayName: "Message History",
	description: "Stores or retrieves stored chat messages.",
	icon: "message-square-more",
	fields: memoryFields,
	outputs: [
		{ name: "messages_text", displayName: "Message", types: ["Message"] },
		{ name: "dataframe", displayName: "Dataframe", types: ["DataFrame"] },
		{ name: "messages", displayName: "Messages", types: ["Data"] },
		{ name: "stored_messages", displayName: "Stored Messages", types: ["Message"] },
		toolOutput,
	],
	asTool: { name: "retrieve_messages", description: "Gives the newest messages of this chat.", output: "messages_text" },
	storesMessages: true,
	updateBuildConfig: showFields,
	run: (call) => {
		const isStore = call.inputs.choice("mode", ["Retrieve", "Store"]) === "Store";
		return isStore ? storeOutputs(call) : retrieveOutputs(call);
	},
};

function retrieveOutputs(call: NodeCall): NodeOutputs {
	const read = once(() => retrieve(call));
	const asData = async () => ({ kind: "data", data: rowsOf(await read()) }) as const;
	return {
		messages_text: async () => {
			const { summary, messages } = await read();
			const lines = messages.map((message) => lineOf(call.inputs.text("template"), message));
			const text = [...(summary === undefined ? [] : [summary]), ...lines].join("\n");
			return { kind: "message", message: plainMessage(text, { sessionId: call.sessionId, contextId: "" }) };
		},
		dataframe: asData,
		messages: asData,
		stored_messages: () => Promise.reject(call.inputs.refuse("mode", "Retrieve", "the mode Store, or connect another output")),
	};
}

function storeOutputs(call: NodeCall): NodeOutputs {
	const store = once(() => storeMessage(call));
	const asMessage = async () => ({ kind: "message", message: await store() }) as const;
	const asData = async () => {
		const { id = "", text, sender, senderName } = await store();
		return { kind: "data", data: [{ id, text, sender, sender_name: senderName }] } as const;
	};
	return { stored_messages: asMessage, messages_text: asMessage, dataframe: asData, messages: asData };
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
	let made: Promise<Result> | undefined;
	return () => {
		made ??= make();
		return made;
	};
}

/** What the mode has no use for is hidden, and the pinned keys are there only while the switch is on. */
function showFields(template: JsonObject, field: string, value: Json): JsonObject {
	const shows = (name: string, show: boolean) => {
		const entry = template[name];
		return isJsonObject(entry) ? { [name]: { ...entry, show } } : {};
	};
	if (field === "summarize_older_messages") return { ...template, ...shows("pinned_keys", value === true || value === "true") };
	if (field !== "mode") return template;
	const isStore = value === "Store";
	const retrieving = ["sender_type", "n_messages", "summarize_older_messages", "order", "template"].map((name) => shows(name, !isStore));
	const storing = ["message", "sender"].map((name) => shows(name, isStore));
	const { summarize_older_messages: on } = template;
	const keys = shows("pinned_keys", !isStore && isJsonObject(on) && on.value === true);
	return Object.assign({ ...template }, ...retrieving, ...storing, keys);
}

interface History {
	readonly summary: string | undefined;
	/** In the wanted order. */
	readonly messages: readonly SessionMessage[];
}

async function retrieve(call: NodeCall): Promise<History> {
	const { inputs } = call;
	const limit = inputs.integer("n_messages", { min: 0 });
	const descending = inputs.choice("order", ["Ascending", "Descending"]) === "Descending";
	if (limit === 0) return { summary: undefined, messages: [] };
	const { summary, messages } = inputs.boolean("summarize_older_messages")
		? await recall(call, limit)
		: { summary: undefined, messages: await newest(call, limit) };
	return { summary, messages: descending ? messages.toReversed() : messages };
}

async function recall(call: NodeCall, limit: number): Promise<History> {
	const { context, storedInputId } = call;
	const { compressor } = context;
	const pinnedKeys = readPinnedKeys(call.inputs);
	if (!compressor) {
		call.warn(`${nameOf(call.node)}: there is no session memory here, so only the newest ${limit} messages are given.`);
		return { summary: undefined, messages: await newest(call, limit) };
	}
	const scope = scopeOf(call);
	const options = { recentMessages: limit, pinnedKeys };
	const view = await compressor.recall(scope, { ...options, signal: context.signal, ...(storedInputId === undefined ? {} : { exclude: storedInputId }) });
	call.emit({ type: "recalled", contextId: scope.contextId, view });
	if (view.foldDue) context.afterRun(() => compressor.fold(scope, options));
	const isWanted = senderFilter(call);
	return { summary: view.merged ? undefined : view.summary?.text, messages: view.messages.filter(isWanted) };
}

/** The newest `limit` messages from the wanted senders: reads further back only while others are in between. */
async function newest(call: NodeCall, limit: number): Promise<readonly SessionMessage[]> {
	const { source } = call.context;
	if (!source) {
		call.warn(`${nameOf(call.node)}: messages are not stored here, so there is no history.`);
		return [];
	}
	const isWanted = senderFilter(call);
	const options = call.storedInputId === undefined ? {} : { exclude: call.storedInputId };
	for (let reach = limit; ; reach *= 2) {
		const rows = await source.newest(scopeOf(call), reach, options);
		const wanted = rows.filter(isWanted);
		if (wanted.length >= limit || rows.length < reach || reach >= maxReach) return wanted.slice(-limit);
	}
}

/** Rows that are looked at when only one sender's are wanted. */
const maxReach = 10_000;

/** Exports from before there was `sender_type` name the wanted sender in `sender`. */
function senderFilter({ inputs, node }: NodeCall): (message: SessionMessage) => boolean {
	const isOld = !Object.hasOwn(node.template, "sender_type") && inputs.text("sender") !== "";
	const wanted = inputs.choice(isOld ? "sender" : "sender_type", ["Machine and User", "Machine", "User"]);
	const name = inputs.text("sender_name");
	return (message) => (wanted === "Machine and User" || (message.role === "user") === (wanted === "User")) && (name === "" || nameOfSender(message) === name);
}

function scopeOf({ inputs, request, sessionId }: NodeCall): SessionScope {
	return {
		flowId: request.flowId,
		userId: request.userId,
		sessionId: request.sessionId || inputs.text("session_id") || sessionId,
		contextId: inputs.text("context_id"),
	};
}

function lineOf(template: string, message: SessionMessage): string {
	const values: JsonObject = rowOf(message);
	return renderTemplate(template, "single", (name) => (Object.hasOwn(values, name) ? String(values[name] ?? "") : undefined));
}

function rowsOf({ summary, messages }: History): readonly JsonObject[] {
	const first = summary === undefined ? [] : [{ text: summary, sender: "User", sender_name: "Summary" }];
	return [...first, ...messages.map(rowOf)];
}

function rowOf({ id, role, text, timestampMs, senderName }: SessionMessage): JsonObject {
	const isUser = role === "user";
	return {
		id,
		text,
		sender: isUser ? "User" : "Machine",
		sender_name: nameOfSender({ role, senderName }),
		timestamp: timestampMs === undefined ? "" : new Date(timestampMs).toISOString(),
	};
}

function nameOfSender({ role, senderName }: { readonly role: SessionMessage["role"]; readonly senderName?: string | undefined }): string {
	return senderName ?? (role === "user" ? "User" : "AI");
}
