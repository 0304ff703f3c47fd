import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { guardedConnector, RefusedAddressError } from "./guarded-connector.ts";

/** Connects by a rule that answers what `answers` holds, in turn. */
async function connect(...answers: readonly boolean[]) {
	const rest = [...answers];
	const asked: string[] = [];
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo; // A TCP server has a port.
	const allows = (address: string) => {
		asked.push(address);
		return rest.shift() ?? false;
	};
	const connector = guardedConnector({ allows, timeoutMs: 5_000 });
	const outcome = await new Promise<unknown>((resolve) => {
		connector({ hostname: "127.0.0.1", host: "127.0.0.1", protocol: "http:", port: String(port) }, (...[error, socket]) => {
			socket?.destroy();
			resolve(error ?? "connected");
		});
	});
	server.close();
	return { outcome, asked };
}

test("a literal address is asked about before connecting, and the open socket's once more", async () => {
	expect(await connect(true, true)).toEqual({ outcome: "connected", asked: ["127.0.0.1", "127.0.0.1"] });
	expect(await connect(false)).toEqual({ outcome: expect.any(RefusedAddressError), asked: ["127.0.0.1"] });
	expect(await connect(true, false)).toEqual({ outcome: expect.any(RefusedAddressError), asked: ["127.0.0.1", "127.0.0.1"] });
});
