import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { AddressRule } from "./address-rules.ts";

/** A connection was refused because of where it led. */
export class RefusedAddressError extends Error {
	constructor(host: string, address: string) {
		super(`${host} leads to ${address}, which is not a public address.`);
		this.name = "RefusedAddressError";
	}
}

export interface ConnectorOptions {
	readonly allows: AddressRule;
	readonly timeoutMs: number;
	/** Name resolution; the system's by default. */
	readonly lookup?: LookupFunction;
}

/**
 * Makes undici's connector refuse addresses at connect time, so that redirects and names that change between two look-ups gain nothing: literal addresses
 * before connecting, resolved ones inside the look-up that the connection uses, and the address of the open socket once more.
 */
export function guardedConnector({ allows, timeoutMs, lookup = systemLookup }: ConnectorOptions): buildConnector.connector {
	const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup(allows, lookup), autoSelectFamily: false, allowH2: false });
	return (options, callback) => {
		const literal = options.hostname.replace(/^\[|\]$/g, "");
		if (isIP(literal) !== 0 && !allows(literal)) {
			callback(new RefusedAddressError(options.hostname, literal), null);
			return;
		}
		connect(options, (...[error, socket]) => {
			if (error) return callback(error, null);
			const address = socket.remoteAddress ?? "";
			if (allows(address)) return callback(null, socket);
			socket.destroy();
			callback(new RefusedAddressError(options.hostname, address), null);
		});
	};
}

/** A name is refused when any of its addresses is: no picking of the one that happens to be public. */
function guardedLookup(allows: AddressRule, lookup: LookupFunction): LookupFunction {
	return (hostname, options, callback) => {
		lookup(hostname, options, (error, found, family) => {
			const addresses = typeof found === "string" ? [found] : (found ?? []).map(({ address }) => address);
			const refused = error ? undefined : addresses.find((address) => !allows(address));
			if (refused === undefined) callback(error, found, family);
			else callback(new RefusedAddressError(hostname, refused), "", 0);
		});
	};
}
