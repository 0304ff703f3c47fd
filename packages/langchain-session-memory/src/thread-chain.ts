import { extendDigest, type SessionMessage } from "@foldback/session-compressor";
import type { BaseMessage } from "@langchain/core/messages";
import { contentHash } from "./content-hash.ts";
import { readContent, toolCalls } from "./message-content.ts";
import { roleOf } from "./message-role.ts";

/** One message of a thread and what was found out about it. Its digest covers the links before it, so a link stays with its predecessors. */
interface ThreadLink {
	readonly source: BaseMessage;
	readonly content: BaseMessage["content"];
	readonly calls: ReturnType<typeof toolCalls>;
	readonly message: SessionMessage;
	/** Content that is neither text nor role: tells messages with other files apart. */
	readonly fingerprint: string;
	/** Rolling hash over id and text of all messages up to this one; computed when first asked for. */
	digest: string | undefined;
}

/** A thread's messages in order, instructions left out. */
export type ThreadChain = readonly ThreadLink[];

/**
 * Reads a thread's messages. A message is known by its content, not by its id: frameworks give ids anew at every run when the caller gives none.
 * Equal messages are told apart by how many of them came before.
 * @param known an earlier chain of the thread: what is equal from the start is taken over and not read again.
 */
export function extendChain(known: ThreadChain, messages: readonly BaseMessage[]): ThreadChain {
	const { taken, read } = takeOver(known, messages);
	if (read === messages.length && taken === known.length) return known;
	const links = known.slice(0, taken);
	let seen: Map<string, number> | undefined;
	for (const source of messages.slice(read)) {
		const role = roleOf(source);
		if (role === undefined) continue;
		const link = seen === undefined ? reuse(known[links.length], source, role) : undefined;
		if (link !== undefined) {
			links.push(link);
			continue;
		}
		seen ??= countHashes(links);
		links.push(createLink(source, role, { seen, first: links.length === 0 }));
	}
	return links;
}

/** How many links are of the very objects that the messages start with, and how many messages that is. */
function takeOver(known: ThreadChain, messages: readonly BaseMessage[]): { readonly taken: number; readonly read: number } {
	let taken = 0;
	let read = 0;
	for (const source of messages) {
		const link = known[taken];
		if (link !== undefined && link.source === source && link.content === source.content && link.calls === toolCalls(source)) taken += 1;
		else if (roleOf(source) !== undefined) break;
		read += 1;
	}
	return { taken, read };
}

/** @returns the digest of the first `count` messages; undefined for none. */
export function digestOf(chain: ThreadChain, count: number): string | undefined {
	let start = count;
	while (start > 0 && chain[start - 1]?.digest === undefined) start -= 1;
	let digest = chain[start - 1]?.digest;
	for (const link of chain.slice(start, count)) {
		digest = extendDigest(digest, link.message);
		link.digest = digest;
	}
	return digest;
}

function reuse(known: ThreadLink | undefined, source: BaseMessage, role: SessionMessage["role"]): ThreadLink | undefined {
	if (known === undefined || known.message.role !== role) return undefined;
	const calls = toolCalls(source);
	const { text, fingerprint } = readContent(source);
	if (text !== known.message.text || fingerprint !== known.fingerprint) return undefined;
	return { ...known, source, content: source.content, calls };
}

function createLink(source: BaseMessage, role: SessionMessage["role"], at: { readonly seen: Map<string, number>; readonly first: boolean }): ThreadLink {
	const { text, files, fingerprint } = readContent(source);
	const hash = contentHash(`${role}\n${fingerprint}\n${text}`);
	const earlier = at.seen.get(hash) ?? 0;
	at.seen.set(hash, earlier + 1);
	const message: SessionMessage = {
		id: `${hash}.${earlier}`,
		revision: 0,
		role,
		text,
		...(files.length === 0 ? {} : { files }),
		...(role === "user" || at.first ? {} : { continues: true }),
	};
	return { source, content: source.content, calls: toolCalls(source), message, fingerprint, digest: undefined };
}

function countHashes(links: ThreadChain): Map<string, number> {
	const seen = new Map<string, number>();
	for (const { message } of links) {
		const hash = message.id.slice(0, message.id.lastIndexOf("."));
		seen.set(hash, (seen.get(hash) ?? 0) + 1);
	}
	return seen;
}
