import { contentCases } from "./content-cases.ts";
import type { ChatStorageHarness, RegisterTest } from "./harness.ts";
import { historySizeCases } from "./history-size-cases.ts";
import { separationCases } from "./separation-cases.ts";

/** What every Agent Squad `ChatStorage` must do. Chats of the cases are short: a storage that summarises long ones must not do so below 5 exchanges. */
export function testChatStorage(test: RegisterTest, harness: ChatStorageHarness): void {
	for (const { name, needs = [], run } of [...contentCases, ...separationCases, ...historySizeCases]) {
		if (!needs.every((capability) => harness.capabilities[capability])) continue;
		test(`${harness.name}: ${name}`, async () => {
			const opened = await harness.open();
			try {
				await run(opened.storage);
			} finally {
				await opened.close?.();
			}
		});
	}
}
