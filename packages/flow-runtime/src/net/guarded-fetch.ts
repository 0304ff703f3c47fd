import { Agent, fetch, Response } from "undici";
import { createAddressRule } from "./address-rules.ts";
import { guardedConnector } from "./guarded-connector.ts";

export interface GuardedFetchOptions {
	/** Addresses or CIDR ranges that may be reached although they are not public. */
	readonly allowAddresses?: readonly string[];
	/** Milliseconds for one connection to open. */
	readonly timeoutMs: number;
	/** Bytes of one answer at most, after decompression. */
	readonly maxBytes: number;
}

export interface GuardedFetch {
	/** As the platform's own, to public addresses only, checked for every connection. */
	readonly fetch: typeof globalThis.fetch;
	close(): Promise<void>;
}

/** A fetch for libraries that bring their own protocol. */
export function createGuardedFetch({ allowAddresses = [], timeoutMs, maxBytes }: GuardedFetchOptions): GuardedFetch {
	const dispatcher = new Agent({ connect: guardedConnector({ allows: createAddressRule(allowAddresses), timeoutMs }), pipelining: 0 });
	const guarded = async (input: Parameters<typeof fetch>[0], init?: Parameters<typeof fetch>[1]) => {
		const response = await fetch(input, { ...init, dispatcher });
		const body = response.body?.pipeThrough(limitBytes(maxBytes)) ?? null;
		return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
	};
	return {
		// The platform's fetch is undici's; only the names of their types differ.
		fetch: guarded as unknown as typeof globalThis.fetch,
		close: () => dispatcher.destroy(),
	};
}

function limitBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
	let bytes = 0;
	return new TransformStream({
		transform(chunk, controller) {
			bytes += chunk.byteLength;
			if (bytes > maxBytes) controller.error(new Error(`The answer is larger than ${maxBytes} bytes.`));
			else controller.enqueue(chunk);
		},
	});
}
