import { bufferStoreCases, type OpenedBufferStores } from "./buffer-store-cases.ts";
import type { RegisterTest } from "./harness.ts";

export interface BufferStoreHarness {
	/** Starts the name of every case. */
	readonly name: string;
	/** Opens an empty store; `second` is another connection to the same data where there is one. Called once per case. */
	open(): Promise<OpenedBufferStores>;
}

/** What every `BufferStore` must do. */
export function testBufferStore(test: RegisterTest, harness: BufferStoreHarness): void {
	for (const { name, run } of bufferStoreCases) {
		test(`${harness.name}: ${name}`, async () => {
			const opened = await harness.open();
			try {
				await run(opened.store, opened.second ?? opened.store);
			} finally {
				await opened.close?.();
			}
		});
	}
}
