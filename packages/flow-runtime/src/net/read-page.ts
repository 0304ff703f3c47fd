import { Agent, fetch, type Response } from "undici";
import { createAddressRule } from "./address-rules.ts";
import { type ConnectorOptions, guardedConnector, RefusedAddressError } from "./guarded-connector.ts";

/** Limits and rights of reading pages; none of them comes from a flow. */
export interface PageReaderOptions {
	/** Addresses or CIDR ranges that may be reached although they are not public. */
	readonly allowAddresses?: readonly string[];
	/** Bytes of one page at most, after decompression. Default 2,000,000. */
	readonly maxBytes?: number;
	/** Redirects followed at most. Default 5. */
	readonly maxRedirects?: number;
	readonly lookup?: ConnectorOptions["lookup"];
}

export interface PageRequest {
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Milliseconds for the whole page, redirects included. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

/** A page, or why there is none; `reason` is a sentence that may be shown. */
export type PageResult =
	| { readonly read: true; readonly url: string; readonly status: number; readonly contentType: string; readonly body: string }
	| { readonly read: false; readonly reason: string };

const textTypes = /^(text\/|application\/(json|xml|xhtml\+xml|[\w.-]+\+(json|xml))\b)/i;

/**
 * Reads a page over http or https, from public addresses only, checked for every connection.
 * @throws the signal's reason when it aborts; everything else is a result.
 */
export async function readPage(request: PageRequest, options: PageReaderOptions = {}): Promise<PageResult> {
	const connect = guardedConnector({
		allows: createAddressRule(options.allowAddresses),
		timeoutMs: request.timeoutMs,
		...(options.lookup ? { lookup: options.lookup } : {}),
	});
	const dispatcher = new Agent({ connect, pipelining: 0 });
	try {
		return await follow(request, options, dispatcher);
	} catch (error) {
		request.signal.throwIfAborted();
		return { read: false, reason: reasonOf(error, request) };
	} finally {
		await dispatcher.destroy();
	}
}

async function follow(request: PageRequest, { maxBytes = 2_000_000, maxRedirects = 5 }: PageReaderOptions, dispatcher: Agent): Promise<PageResult> {
	const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs)]);
	let url = readUrl(request.url);
	for (let redirects = 0; redirects <= maxRedirects; redirects++) {
		if (typeof url === "string") return { read: false, reason: url };
		const sameOrigin = url.origin === new URL(request.url).origin;
		const response = await fetch(url, { dispatcher, signal, redirect: "manual", headers: sameOrigin ? { ...request.headers } : {} });
		const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
		if (location === null) return await readBody(url, response, maxBytes);
		await response.body?.cancel();
		url = readUrl(location, url);
	}
	return { read: false, reason: `${request.url} redirects more than ${maxRedirects} times.` };
}

function readUrl(text: string, base?: URL): URL | string {
	const url = URL.parse(text, base?.href);
	if (!url) return `${text} is not a URL.`;
	if (url.protocol !== "http:" && url.protocol !== "https:") return `${text} is neither http nor https.`;
	if (url.username !== "" || url.password !== "") return "A URL with a user name or password in it is not read.";
	return url;
}

async function readBody(url: URL, response: Response, maxBytes: number): Promise<PageResult> {
	const contentType = response.headers.get("content-type") ?? "text/plain";
	const failure = textTypes.test(contentType) ? undefined : `${url.href} is ${contentType}, which is not text.`;
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of failure === undefined && response.body ? response.body : []) {
		bytes += chunk.byteLength;
		if (bytes > maxBytes) return { read: false, reason: `${url.href} is larger than ${maxBytes} bytes.` };
		chunks.push(chunk);
	}
	if (failure !== undefined) {
		await response.body?.cancel();
		return { read: false, reason: failure };
	}
	return { read: true, url: url.href, status: response.status, contentType, body: decode(Buffer.concat(chunks), contentType) };
}

function decode(bytes: Uint8Array, contentType: string): string {
	const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? "utf-8";
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes);
	}
}

function reasonOf(error: unknown, { url, timeoutMs }: PageRequest): string {
	const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
	if (cause instanceof RefusedAddressError) return `${url} is not read: ${cause.message}`;
	if (cause instanceof Error && cause.name === "TimeoutError") return `${url} did not answer within ${timeoutMs} ms.`;
	return `${url} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
}
