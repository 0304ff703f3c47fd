import assert from "node:assert/strict";
import { asyncProperty, assert as check, interruptAfterTimeLimit } from "fast-check";
import type { OpenedMemory } from "../harness.ts";
import type { Case } from "../suite.ts";
import { observe } from "./observe.ts";
import { type Operation, operations } from "./operations.ts";
import { openReference } from "./reference.ts";
import { runOperation } from "./run-operation.ts";
import { createWorld, type World } from "./world.ts";

const runs = 40;
/** A slow store gets fewer runs, not a failure. */
const enoughMs = 6_000;

export const modelCases: readonly Case<OpenedMemory>[] = [
	{
		name: "under random writes, folds, renames and deletes a caller sees the same as of the reference store",
		needs: ["checksHistory", "journal", "scopes", "ineligibleRows", "ordersByTime", "revisions"],
		run: async (first, second) => {
			let run = 0;
			const property = asyncProperty(operations, async (sequence) => {
				const name = `run ${run++}`;
				await assertSame(createWorld([first, second], name), createWorld([openReference()], name), sequence);
			});
			await check(property, { numRuns: runs, plugins: [interruptAfterTimeLimit(enoughMs)] });
		},
	},
];

async function assertSame(subject: World, reference: World, sequence: readonly Operation[]): Promise<void> {
	for (const [index, operation] of sequence.entries()) {
		const seen = await step(subject, index, operation);
		assert.deepEqual(
			seen,
			await step(reference, index, operation),
			`The store differs from the reference after operation ${index}, ${JSON.stringify(operation)}`,
		);
	}
}

async function step(world: World, index: number, operation: Operation): Promise<readonly unknown[]> {
	const opened = world.connections[index % world.connections.length];
	assert.ok(opened);
	return [await runOperation(world, opened, operation), await observe(world, opened)];
}
