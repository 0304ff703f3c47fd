import type { LookupFunction } from "node:net";
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
	/** Resolves names; default: the system's resolver. */
	readonly lookup?: LookupFunction;
}

export interface GuardedFetch {
	/** As the platform's own, to public addresses only, checked for every connection. */
	readonly fetch: typeof globalThis.fetch;
	close(): Promise<void>;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;

/**
 * A fetch for libraries that bring their own protocol. Redirects are followed on the same origin only: headers such as a key are for nobody else, and only
 * those that the standard names would be left out.
 */
export function createGuardedFetch({ allowAddresses = [], timeoutMs, maxBytes, lookup }: GuardedFetchOptions): GuardedFetch {
	const connect = guardedConnector({ allows: createAddressRule(allowAddresses), timeoutMs, ...(lookup ? { lookup } : {}) });
	const dispatcher = new Agent({ connect, pipelining: 0 });
	const guarded = async (input: string | URL, init?: Parameters<typeof fetch>[1]) => {
		let url = new URL(input);
		for (let hop = 0; hop <= maxRedirects; hop++) {
			const response = await fetch(url, { ...init, redirect: "manual", dispatcher });
			if (!redirects.has(response.status)) return limited(response, maxBytes);
			await response.body?.cancel();
			url = redirected(url, response, init?.method ?? "GET");
		}
		throw new Error(`${url.host} redirects more than ${maxRedirects} times.`);
	};
	return {
		// The platform's fetch is undici's, and takes requests too, which no library here makes; only the names of their types differ.
		fetch: guarded as unknown as typeof globalThis.fetch,
		close: () => dispatcher.destroy(),
	};
}

type UndiciResponse = Awaited<ReturnType<typeof fetch>>;

/** @throws Error for a redirect to another origin, to nowhere, or one that would turn what is sent into a question. */
function redirected(from: URL, { status, headers }: UndiciResponse, method: string): URL {
	const to = URL.parse(headers.get("location") ?? "", from.href);
	const keepsMethod = status >= 307 || method === "GET";
	if (to?.origin === from.origin && keepsMethod) return to;
	throw new Error(`${from.host} redirects to another place, which is not followed.`);
}

function limited(response: UndiciResponse, maxBytes: number): Response {
	const body = response.body?.pipeThrough(limitBytes(maxBytes)) ?? null;
	return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
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
