import { expect, it, onTestFinished } from "vitest";
import { serve } from "../serve.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";
import { createApiKey } from "./api-key.ts";
import { createCallLimits, wrongKeyRate } from "./limit-calls.ts";

async function keyOf(host: TestHost, userId: string) {
	const { id, key, prefix, hash } = createApiKey();
	await host.store.keys.create({ id, userId, name: "", prefix, hash });
	return { id, headers: { "x-api-key": key } };
}

async function limitedHost(rate: string) {
	const clock = { ms: Date.now() };
	const host = await openTestHost({ FOLDBACK_RATE_LIMIT: rate }, { now: () => clock.ms });
	return { clock, host };
}

const config = "/api/v1/config";

it("answers 429 with the time to wait to a key that has used up its calls, and to no other", async () => {
	const { clock, host } = await limitedHost("3/minute");
	const [one, other] = [await keyOf(host, "ann"), await keyOf(host, "ann")];
	const statuses = async (headers: Readonly<Record<string, string>>, times: number) => {
		const answers = [];
		for (let time = 0; time < times; time++) answers.push((await host.call("GET", config, undefined, headers)).status);
		return answers;
	};
	expect(await statuses(one.headers, 4)).toEqual([200, 200, 200, 429]);
	const refused = await host.call("POST", "/api/v1/run/any", { input_value: "x" }, one.headers);
	expect(refused.body).toMatchObject({ type: "urn:foldback:problem:rate-limited", status: 429, detail: expect.stringContaining("20 seconds") });
	expect(refused.headers.get("retry-after")).toBe("20");
	expect(await statuses(other.headers, 2)).toEqual([200, 200]);
	expect(await statuses({}, 50)).toEqual(Array.from({ length: 50 }, () => 200));
	clock.ms += 20_000;
	expect(await statuses(one.headers, 2)).toEqual([200, 429]);
});

it("has no limit when it is off", async () => {
	const { host } = await limitedHost("off");
	const { headers } = await keyOf(host, "ann");
	for (let time = 0; time < 1_300; time++) expect((await host.app.request("/api/v1/version", { headers })).status).toBe(200);
});

it("looks no wrong key up any more for an address that has sent too many, and lets those in that are known", async () => {
	const { clock, host } = await limitedHost("off");
	const [known, stranger] = [await keyOf(host, "ann"), await keyOf(host, "bob")];
	const server = await serve(host.app, { host: "127.0.0.1", port: 0 });
	onTestFinished(() => server.close(0));
	const get = (headers: Readonly<Record<string, string>>) => fetch(`${server.url}${config}`, { headers });
	expect((await get(known.headers)).status).toBe(200);
	for (let wrong = 0; wrong < wrongKeyRate.calls; wrong++) expect((await get({ "x-api-key": `wrong ${wrong}` })).status).toBe(401);
	const refused = await get({ "x-api-key": "wrong" });
	expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
	expect(await refused.json()).toMatchObject({ type: "urn:foldback:problem:rate-limited", detail: expect.stringContaining("wrong API keys") });
	expect((await get(stranger.headers)).status).toBe(429);
	expect((await get(known.headers)).status).toBe(200);
	await host.store.keys.revoke(known.id);
	expect((await get(known.headers)).status).toBe(401);
	expect((await get(known.headers)).status).toBe(429);
	expect((await get({})).status).toBe(200);
	clock.ms += wrongKeyRate.perMs;
	expect((await get(stranger.headers)).status).toBe(200);
});

it.each([
	["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
	["2001:db8:1:2::1", "2001:db8:1:3::1", false],
	["2001:db8::1", "2001:db8:0:0:1::", true],
	["fe80::1%eth0", "fe80::2%eth0", true],
	["::ffff:10.0.0.1", "::ffff:10.0.0.2", false],
	["10.0.0.1", "10.0.0.2", false],
])("counts %s and %s as one address: %s", (first, second, isOne) => {
	const limits = createCallLimits({ rate: undefined, now: () => 0 });
	for (let wrong = 0; wrong < wrongKeyRate.calls; wrong++) limits.lookedUp(first, String(wrong), false);
	const ask = () => limits.beforeLookUp(second, "next");
	if (isOne) expect(ask).toThrow(/wrong API keys/);
	else expect(ask).not.toThrow();
});
