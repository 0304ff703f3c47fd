import { emptyDraft, type SessionScope } from "@foldback/session-compressor";
import { draftOf, expect, type PreparedFold, prepareFold, summaryOf } from "../fixtures.ts";
import type { OpenedMemory, RowDraft } from "../harness.ts";
import type { Operation } from "./operations.ts";
import { freeTime, type KnownRow, livingRows, nameOf, picked, replaceRow, type World } from "./world.ts";

type OperationOf<Type extends Operation["type"]> = Extract<Operation, { type: Type }>;

/** @returns what its caller sees of the operation: whether a save won, or nothing. */
export async function runOperation(world: World, opened: OpenedMemory, operation: Operation): Promise<boolean | undefined> {
	switch (operation.type) {
		case "append":
			return await append(world, opened, operation);
		case "import":
			return await write(world, opened, scopeOf(world, operation.scope), {
				text: "Late",
				timestampMs: freeTime(world, picked(livingRows(world), operation.before)),
			});
		case "change":
			return await change(world, opened, operation);
		case "move":
			return await move(world, opened, operation);
		case "delete":
			return await deleteRows(world, opened, operation);
		case "fold":
			return await save(opened, await begin(world, opened, operation));
		case "begin":
			return void world.begun.push(...[await begin(world, opened, operation)].filter((fold) => fold !== undefined));
		case "finish":
			return await save(opened, picked(world.begun.toReversed(), operation.fold));
		case "race":
			return await race(world, opened, operation);
		case "override":
		case "rebuild":
			return await saveByHand(world, opened, operation);
		case "forget":
			return await opened.store.delete(scopeOf(world, operation.scope));
		case "rename":
			return await rename(world, opened, operation);
		case "delete-session":
			return await deleteSession(world, opened, operation);
	}
}

async function race(world: World, opened: OpenedMemory, operation: OperationOf<"race">): Promise<boolean | undefined> {
	const fold = await begin(world, opened, operation);
	const target = picked(fold?.options.batch?.rows ?? [], operation.row);
	const row = livingRows(world).findIndex(({ id }) => id === target?.id);
	const operations: Readonly<Record<typeof operation.how, Operation>> = {
		change: { type: "change", row, to: "other text" },
		delete: { type: "delete", rows: [row] },
		import: { type: "import", before: row, scope: operation.scope },
	};
	if (row !== -1) await runOperation(world, opened, operations[operation.how]);
	return await save(opened, fold);
}

function scopeOf(world: World, number: number): SessionScope {
	const scope = picked(world.scopes, number);
	if (!scope) throw new Error("A world has scopes.");
	return scope;
}

const kinds: Readonly<Record<OperationOf<"append">["kind"], RowDraft>> = {
	text: { text: "A text" },
	blank: { text: " \n" },
	error: { text: "Failed", error: true },
	file: { text: "", files: ["plan.pdf"] },
};

async function append(world: World, opened: OpenedMemory, { scope, kind }: OperationOf<"append">): Promise<undefined> {
	return await write(world, opened, scopeOf(world, scope), { ...kinds[kind], timestampMs: freeTime(world, undefined) });
}

async function write(world: World, { rows }: OpenedMemory, scope: SessionScope, draft: RowDraft): Promise<undefined> {
	const row = await rows.append(scope, draft);
	world.rows = [...world.rows, { ...row, scope, deleted: false }];
}

async function change(world: World, opened: OpenedMemory, operation: OperationOf<"change">): Promise<undefined> {
	const row = picked(livingRows(world), operation.row);
	if (!row) return;
	const patches = {
		"other text": { text: `A text after revision ${row.revision}` },
		blank: { text: " \n" },
		error: { error: true },
		"no error": { error: false },
		same: {},
	};
	replaceRow(world, row, await opened.rows.update(row.scope, row.id, patches[operation.to]));
}

async function move(world: World, opened: OpenedMemory, operation: OperationOf<"move">): Promise<undefined> {
	const row = picked(livingRows(world), operation.row);
	if (!row) return;
	const { contextId } = scopeOf(world, operation.scope);
	replaceRow(world, row, { ...(await opened.rows.update(row.scope, row.id, { contextId })), scope: { ...row.scope, contextId } });
}

async function deleteRows(world: World, { rows }: OpenedMemory, operation: OperationOf<"delete">): Promise<undefined> {
	const victims = [...new Set(operation.rows.map((number) => picked(livingRows(world), number)))].filter((row) => row !== undefined);
	const [first] = victims;
	if (!first) return;
	await rows.delete(
		first.scope,
		victims.map((row) => row.id),
	);
	for (const row of victims) replaceRow(world, row, { deleted: true });
}

/** Reads a fold as a compressor does; its summary names the rows by their names in the world. */
async function begin(
	world: World,
	{ store, source }: OpenedMemory,
	operation: OperationOf<"fold" | "begin" | "race">,
): Promise<World["begun"][number] | undefined> {
	const scope = scopeOf(world, operation.scope);
	const state = await store.load(scope);
	const read = await source.after(scope, state?.cursor, operation.count + 1);
	if (read.length === 0) return undefined;
	const batch = read.map(({ id, revision, timestampMs = 0 }) => ({ id, revision, timestampMs }));
	const lines = summaryOf(batch.map((row) => ({ id: nameOf(world, row.id), revision: row.revision })));
	return { ...prepareFold(state, batch, { summary: [state?.summary, lines].filter(Boolean).join("\n") }), scope };
}

async function save({ store }: OpenedMemory, fold: (PreparedFold & { readonly scope: SessionScope }) | undefined): Promise<boolean | undefined> {
	return fold && (await store.save(fold.scope, fold.next, fold.options)).saved;
}

async function saveByHand(world: World, opened: OpenedMemory, operation: OperationOf<"override" | "rebuild">): Promise<boolean | undefined> {
	const scope = scopeOf(world, operation.scope);
	const state = await opened.store.load(scope);
	const { overrides, knownKeys } = draftOf(state);
	const options = { expected: expect(state) };
	if (operation.type === "override") {
		const next = { ...draftOf(state), overrides: operation.value === null ? {} : { cluster: operation.value } };
		return await save(opened, { scope, next, options });
	}
	return state && (await save(opened, { scope, next: { ...emptyDraft, overrides, knownKeys }, options }));
}

async function rename(world: World, { rows }: OpenedMemory, operation: OperationOf<"rename">): Promise<undefined> {
	const scope = scopeOf(world, operation.scope);
	const { sessionId } = scopeOf(world, operation.to);
	await rows.renameSession(scope, sessionId);
	for (const row of inSession(world, scope)) replaceRow(world, row, { scope: { ...row.scope, sessionId } });
}

async function deleteSession(world: World, { rows }: OpenedMemory, operation: OperationOf<"delete-session">): Promise<undefined> {
	const scope = scopeOf(world, operation.scope);
	await rows.deleteSession(scope);
	for (const row of inSession(world, scope)) replaceRow(world, row, { deleted: true });
}

function inSession(world: World, { sessionId }: SessionScope): readonly KnownRow[] {
	return livingRows(world).filter((row) => row.scope.sessionId === sessionId);
}
