import { describe, expect, test } from "vitest";
import { createAddressRule } from "./address-rules.ts";

describe("without exceptions", () => {
	const allows = createAddressRule();

	test.each(["93.184.216.34", "1.1.1.1", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:1.1.1.1"])("%s is public", (address) => {
		expect(allows(address)).toBe(true);
	});

	test.each([
		["loopback", "127.0.0.1"],
		["all of loopback", "127.255.255.254"],
		["unspecified", "0.0.0.0"],
		["private", "10.0.0.1"],
		["private", "172.16.0.1"],
		["private", "192.168.1.1"],
		["link-local, cloud metadata", "169.254.169.254"],
		["carrier-grade NAT", "100.64.0.1"],
		["multicast", "224.0.0.1"],
		["broadcast", "255.255.255.255"],
		["reserved", "240.0.0.1"],
		["benchmarking", "198.18.0.1"],
		["IPv6 loopback", "::1"],
		["IPv6 unspecified", "::"],
		["IPv6 unique local", "fc00::1"],
		["IPv6 link-local", "fe80::1"],
		["IPv6 link-local with a zone", "fe80::1%eth0"],
		["IPv6 site-local", "fec0::1"],
		["IPv6 multicast", "ff02::1"],
		["IPv4 mapped", "::ffff:127.0.0.1"],
		["IPv4 mapped, in hexadecimal", "::ffff:7f00:1"],
		["IPv4 compatible", "::127.0.0.1"],
		["IPv4 translated", "::ffff:0:7f00:1"],
		["NAT64", "64:ff9b::7f00:1"],
		["6to4", "2002:7f00:1::"],
		["Teredo", "2001:0:7f00:1::"],
		["no address", "localhost"],
		["nothing", ""],
	])("%s is not: %s", (_kind, address) => {
		expect(allows(address)).toBe(false);
	});
});

test("the host may allow an address or a range, and only that", () => {
	const allows = createAddressRule(["127.0.0.1", "10.1.0.0/16", "::1"]);
	expect(["127.0.0.1", "::ffff:127.0.0.1", "10.1.2.3", "::1"].map(allows)).toEqual([true, true, true, true]);
	expect(["127.0.0.2", "10.2.0.1", "::2"].map(allows)).toEqual([false, false, false]);
	expect(() => createAddressRule(["localhost"])).toThrow();
});
