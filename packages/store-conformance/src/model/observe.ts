import type { FoldedMemory, SessionScope } from "@foldback/session-compressor";
import { journalOf } from "../fixtures.ts";
import type { OpenedMemory } from "../harness.ts";
import { nameOf, type World } from "./world.ts";

/** Everything that a caller sees of all scopes of a world, without what may differ from store to store: ids and times. */
export async function observe(world: World, opened: OpenedMemory): Promise<readonly unknown[]> {
	const seen: unknown[] = [];
	for (const scope of world.scopes) seen.push(await observeScope(world, opened, scope));
	return seen;
}

async function observeScope(world: World, { store, source }: OpenedMemory, scope: SessionScope): Promise<unknown> {
	const state = await store.load(scope);
	const messages = await source.after(scope, undefined, 1_000);
	const snapshots = (await journalOf(store, scope)).flatMap(({ snapshot }) => (snapshot ? [seenMemory(world, snapshot)] : []));
	return {
		context: scope.contextId,
		state: state && {
			...seenMemory(world, state),
			overrides: { ...state.overrides },
			version: state.version,
			incarnation: nameIncarnation(world, state.incarnation),
		},
		snapshots,
		messages: messages.map(({ id, revision }) => `${nameOf(world, id)} at ${revision}`),
		after: await source.count(scope, { after: state?.cursor }),
	};
}

function seenMemory(world: World, { summary, cursor, absorbedCount }: FoldedMemory): object {
	return { summary, cursor: cursor && nameOf(world, cursor.id), absorbedCount };
}

/** Incarnations must change at the same moments, whatever they are. */
function nameIncarnation({ incarnations }: World, incarnation: string): number {
	if (!incarnations.includes(incarnation)) incarnations.push(incarnation);
	return incarnations.indexOf(incarnation);
}
