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
const notFound = async () => undefined;

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
])("counts %s and %s as one address: %s", async (first, second, isOne) => {
	const limits = createCallLimits({ rate: undefined, now: () => 0 });
	for (let wrong = 0; wrong < wrongKeyRate.calls; wrong++) await limits.lookUp({ address: first, hash: String(wrong) }, notFound);
	const asked = limits.lookUp({ address: second, hash: "next" }, notFound);
	if (isOne) await expect(asked).rejects.toThrow(/wrong API keys/);
	else expect(await asked).toBeUndefined();
});

/** Look-ups that wait until they are answered. */
function heldLookUps() {
	const limits = createCallLimits({ rate: undefined, now: () => 0 });
	const held: ((owner: string | undefined) => void)[] = [];
	const find = () => new Promise<string | undefined>((resolve) => held.push(resolve));
	const ask = (hash: string) => limits.lookUp({ address: "10.0.0.1", hash }, find).catch((error: unknown) => String(error));
	const answer = (owner: string | undefined) => {
		for (const resolve of held.splice(0)) resolve(owner);
	};
	return { limits, held, ask, answer };
}

const many = Array.from({ length: wrongKeyRate.calls * 3 }, (_, number) => `key ${number}`);

it("looks up no more wrong keys that come together than one by one", async () => {
	const { held, ask, answer } = heldLookUps();
	const asked = many.map(ask);
	expect(held).toHaveLength(wrongKeyRate.calls);
	answer(undefined);
	const answers = await Promise.all(asked);
	expect(answers.filter((outcome) => outcome?.includes("wrong API keys"))).toHaveLength(many.length - wrongKeyRate.calls);
});

it("counts no key that is found or whose look-up fails, and holds back none that comes many times at once", async () => {
	const { limits, held, ask, answer } = heldLookUps();
	const asked = many.map(() => ask("the same"));
	expect(held).toHaveLength(many.length);
	answer("ann");
	expect(new Set(await Promise.all(asked))).toEqual(new Set(["ann"]));
	for (const hash of many)
		await expect(limits.lookUp({ address: "10.0.0.1", hash }, () => Promise.reject(new Error("no database")))).rejects.toThrow("database");
	for (const hash of many) expect(await limits.lookUp({ address: "10.0.0.1", hash }, async () => "ann")).toBe("ann");
});
