import type { FlowRecord, MessagePlace, SessionStore } from "@foldback/session-store";
import type { HostDependencies } from "../dependencies.ts";
import type { StoredFile } from "../files/file-store.ts";
import { userFilePath } from "../files/user-files.ts";
import { toWireFlow } from "../wire/flow.ts";
import { toWireMessage } from "../wire/message.ts";
import { toWireFold, toWireState } from "../wire/session-memory.ts";
import { formatTimestamp } from "../wire/timestamp.ts";

const pageRows = 500;

type Sources = Pick<HostDependencies, "store" | "vault" | "files" | "userFiles" | "now">;

/** Everything of a user as one JSON document, read page by page as fast as it is taken. Secrets are left out of flows; API keys are no part of it. */
export function exportUserData(deps: Sources, userId: string): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	const parts = document(deps, userId);
	return new ReadableStream({
		async pull(controller) {
			const { value, done } = await parts.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
		cancel: async () => void (await parts.return(undefined)),
	});
}

async function* document(deps: Sources, userId: string): AsyncGenerator<string, undefined> {
	const { store, vault, now } = deps;
	yield `{"user":${JSON.stringify(userId)},"exported_at":${JSON.stringify(formatTimestamp(now()))}`;
	const flowIds: string[] = [];
	yield* list(
		"flows",
		flowPages(store, userId, (flow) => {
			flowIds.push(flow.id);
			return toWireFlow({ ...flow, document: vault.exportable(flow.document) });
		}),
	);
	yield* list("files", filePages(deps, userId, flowIds));
	yield* list("messages", messagePages(store, userId));
	yield* list("states", statePages(store, userId, flowIds));
	yield* list("journal", foldPages(store, userId, flowIds));
	yield ',"complete":true}\n';
	return undefined;
}

type Pages = AsyncIterable<readonly unknown[]>;

async function* list(name: string, pages: Pages): AsyncGenerator<string> {
	yield `,\n${JSON.stringify(name)}:[`;
	let comma = "";
	for await (const page of pages) {
		if (page.length === 0) continue;
		yield comma + page.map((item) => JSON.stringify(item)).join(",\n");
		comma = ",\n";
	}
	yield "]";
}

async function* filePages({ files, userFiles }: Sources, userId: string, flowIds: readonly string[]): Pages {
	const toWire = (file_path: string, { name, size, createdAtMs }: StoredFile) => ({ file_path, name, size, created_at: formatTimestamp(createdAtMs) });
	yield (await userFiles.list(userId)).map((file) => toWire(userFilePath(file), file));
	for (const flowId of flowIds) yield (await files.list(flowId)).map((file) => toWire(`${flowId}/${file.storedName}`, file));
}

/** Flows have documents of any size, so a few at a time. */
async function* flowPages(store: SessionStore, userId: string, toWire: (flow: FlowRecord) => unknown): Pages {
	const limit = 10;
	for (let offset = 0; ; offset += limit) {
		const page = await store.flows.list(userId, { limit, offset });
		yield page.map(toWire);
		if (page.length < limit) return;
	}
}

async function* messagePages({ messages }: SessionStore, userId: string): Pages {
	let after: MessagePlace | undefined;
	for (;;) {
		const rows = await messages.list(userId, { limit: pageRows, ...(after ? { after } : {}) });
		yield rows.map(toWireMessage);
		const last = rows.at(-1);
		if (!last || rows.length < pageRows) return;
		after = { timestampMs: last.timestampMs, id: last.id };
	}
}

async function* statePages({ userData }: SessionStore, userId: string, flowIds: readonly string[]): Pages {
	for (const flowId of flowIds) {
		let after: Parameters<typeof userData.states>[2]["after"];
		do {
			const page = await userData.states(userId, flowId, { limit: pageRows, ...(after ? { after } : {}) });
			yield page.map(({ scope, state }) => ({ ...toWireScope(scope), ...toWireState(state) }));
			after = page.length < pageRows ? undefined : page.at(-1)?.scope;
		} while (after);
	}
}

async function* foldPages({ userData }: SessionStore, userId: string, flowIds: readonly string[]): Pages {
	for (const flowId of flowIds) {
		let last: Awaited<ReturnType<typeof userData.folds>>[number] | undefined;
		do {
			const page = await userData.folds(userId, flowId, { limit: pageRows, ...(last ? { after: last.scope, afterId: last.id } : {}) });
			yield page.flatMap(({ scope, fold }) => (fold ? [{ ...toWireScope(scope), ...toWireFold(fold) }] : []));
			last = page.length < pageRows ? undefined : page.at(-1);
		} while (last);
	}
}

function toWireScope({ flowId, sessionId, contextId }: { readonly flowId: string; readonly sessionId: string; readonly contextId: string }) {
	return { flow_id: flowId, session_id: sessionId, context_id: contextId };
}
