const storageKey = "foldback.api-key";
/** The last key that was good: whose drafts and problems this tab keeps. */
const ownerStorageKey = "foldback.owner-key";

/** Whether the host lets this tab in. */
export interface Access {
	/** A key is kept. */
	readonly hasKey: boolean;
	/** The host asks for a key, in its words; undefined while it does not. */
	readonly asked: string | undefined;
	/** A request with the kept key went well on this page: what is on the screen is its owner's. */
	readonly admitted: boolean;
}

let access: Access = { hasKey: apiKey() !== null, asked: undefined, admitted: false };
const listeners = new Set<() => void>();

function change(members: Partial<Access>): void {
	access = { ...access, ...members };
	for (const listener of listeners) listener();
}

/** The key that requests are sent with, as a header, never in an address. It is kept for this tab only. */
export function apiKey(): string | null {
	// Outside of a browser there is none.
	return typeof sessionStorage === "undefined" ? null : sessionStorage.getItem(storageKey);
}

export const readAccess = (): Access => access;

export function onAccess(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Keeps a key. @param key what a header can carry: visible ASCII. */
export function keepApiKey(key: string): void {
	sessionStorage.setItem(storageKey, key);
	change({ hasKey: true, asked: undefined });
}

/** Forgets the key, and with it everything else that this tab has kept: drafts and problems of its owner's runs. */
export function forgetApiKey(): void {
	for (const name of Object.keys(sessionStorage)) if (name.startsWith("foldback.")) sessionStorage.removeItem(name);
}

/** A key is good: what another key's owner has left in this tab goes. */
function ownTab(key: string): void {
	const owner = sessionStorage.getItem(ownerStorageKey);
	if (owner === key) return;
	if (owner !== null) forgetApiKey();
	sessionStorage.setItem(storageKey, key);
	sessionStorage.setItem(ownerStorageKey, key);
}

/**
 * The host has answered a request.
 * @param key what it was sent with: an answer to an older key says nothing about this one.
 * @param asked what it says when it wants another key.
 */
export function seeAnswer(key: string | null, asked: string | undefined): void {
	if (key !== apiKey()) return;
	if (asked !== undefined) {
		change({ asked });
		return;
	}
	if (key !== null) ownTab(key);
	if (access.hasKey && !access.admitted) change({ admitted: true });
}
