import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** True for `localhost` and for addresses that only this machine can reach. */
export function isLoopbackName(name: string): boolean {
	const plain = name.toLowerCase();
	if (plain === "localhost") return true;
	const family = isIP(plain);
	return family !== 0 && loopback.check(plain, family === 6 ? "ipv6" : "ipv4");
}
