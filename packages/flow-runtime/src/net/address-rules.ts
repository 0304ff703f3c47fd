import ipaddr from "ipaddr.js";

/** Decides whether an address may be connected to. */
export type AddressRule = (address: string) => boolean;

/** `::a.b.c.d`: an IPv6 form of an IPv4 address that ipaddr.js counts as ordinary. */
const ipv4Compatible = ipaddr.parseCIDR("::/96");

/**
 * Makes the rule: public unicast addresses only. Private, loopback, link-local, carrier-grade NAT, multicast, reserved and unspecified ones, and IPv6
 * forms that carry an IPv4 address (mapped, NAT64, 6to4, Teredo), are refused unless `allowed` names them.
 * @param allowed addresses or CIDR ranges, from the host's configuration.
 * @throws Error when one of them is neither.
 */
export function createAddressRule(allowed: readonly string[] = []): AddressRule {
	const ranges = allowed.map((range) => (range.includes("/") ? ipaddr.parseCIDR(range) : singleAddress(range)));
	return (address) => {
		if (!ipaddr.isValid(address)) return false;
		const parsed = ipaddr.process(address);
		if (ranges.some((range) => contains(range, parsed))) return true;
		return parsed.range() === "unicast" && !contains(ipv4Compatible, parsed);
	};
}

type Address = ReturnType<typeof ipaddr.parse>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

function singleAddress(address: string): Range {
	const parsed = ipaddr.process(address);
	return ipaddr.parseCIDR(`${parsed.toString()}/${parsed.kind() === "ipv4" ? 32 : 128}`);
}

function contains([base, bits]: Range, address: Address): boolean {
	return base.kind() === address.kind() && address.match(base, bits);
}
