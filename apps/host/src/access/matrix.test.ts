import { describe, expect, it } from "vitest";
import { openTestHost } from "../testing/test-host.fixture.ts";
import { callOf, namesFlow, namesSomething, type Operation } from "./probes.fixture.ts";
import { annsWords, type Ids, openWorld, type World } from "./world.fixture.ts";

/**
 * Every call of the API, as the app has it, with the names of another user's things: the answer must be, to the byte, that to names which nothing has, and so
 * must be what the store is asked. A call that is new is found here by itself, and fails until it is known what its parameters and body name.
 */
async function operationsOf({ host }: Pick<World, "host">): Promise<readonly Operation[]> {
	const { paths } = (await host.call("GET", "/openapi.json")).body;
	return Object.entries<Record<string, { parameters?: Operation["parameters"]; requestBody?: unknown }>>(paths).flatMap(([path, item]) =>
		Object.entries(item).map(([method, { parameters = [], requestBody }]) => ({
			method: method.toUpperCase(),
			path,
			parameters,
			hasBody: requestBody !== undefined,
		})),
	);
}

const times = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?: UTC|Z)?/g;
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What differs between any two answers. */
function common(text: string, ids: Ids): string {
	const named = Object.entries(ids).reduce(
		(plain, [kind, id]: [string, string]) => plain.replaceAll(encodeURIComponent(id), id).replaceAll(id, `<${kind}>`),
		text,
	);
	return named
		.replaceAll(times, "<time>")
		.replaceAll(uuids, "<uuid>")
		.replaceAll(/nonce-[^']+/g, "<nonce>")
		.replaceAll(/[0-9a-f]{24}(?![0-9a-f])/g, "<mark>")
		.replaceAll(/("duration(?:_ms)?":)[\d.]+/g, "$1<ms>");
}

/** Sends a call. @returns the whole answer and what it left in the flow of one's own, and what the store was asked meanwhile. */
async function send({ host }: World, operation: Operation, ids: Ids, key: Readonly<Record<string, string>>, flow?: string) {
	const asked = recordStore(host.store);
	const { path, init } = callOf(operation, ids, key, flow);
	const response = await host.app.request(path, init);
	const text = await response.text();
	asked.end();
	const left = flow === undefined ? undefined : await host.call("GET", `/api/v1/monitor/messages?flow_id=${flow}`, undefined, key);
	const headers = [...response.headers].filter(([name]) => name !== "x-request-id").sort();
	return { status: response.status, text, answer: common(JSON.stringify([response.status, headers, text, left?.body]), ids), asked: asked.calls };
}

/** Notes the names of the store's functions as they are called. */
function recordStore(store: World["host"]["store"]) {
	const calls: string[] = [];
	const undo: (() => void)[] = [];
	for (const [part, functions] of Object.entries(store)) {
		if (typeof functions !== "object" || functions === null) continue;
		for (const [name, original] of Object.entries(functions)) {
			if (typeof original !== "function") continue;
			const recorded = (...given: readonly unknown[]) => {
				calls.push(`${part}.${name}`);
				return Reflect.apply(original, functions, given);
			};
			Reflect.set(functions, name, recorded);
			undo.push(() => Reflect.set(functions, name, original));
		}
	}
	const end = () => {
		for (const step of undo) step();
	};
	return { calls, end };
}

describe("every call of the API", () => {
	it("is in the OpenAPI document", async () => {
		const host = await openTestHost();
		const described = new Set((await operationsOf({ host })).map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`));
		const routes = host.app.routes.filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/")).map(({ method, path }) => `${method} ${path}`);
		expect(routes.length).toBeGreaterThan(30);
		expect(routes.filter((route) => !described.has(route))).toEqual([]);
	});

	it("answers to the names of another user's things as to names that nothing has, asks the store the same, and changes nothing", {
		timeout: 120_000,
	}, async () => {
		const world = await openWorld();
		const { anns, nobodys, keys, newBobsFlow, seenByAnn } = world;
		const before = await seenByAnn();
		expect(before).toContain(annsWords);
		const bob = { "x-api-key": keys.bob };
		let compared = 0;
		const operations = await operationsOf(world);
		for (const operation of operations.filter((each) => !namesSomething(each))) {
			const { status, text } = await send(world, operation, anns, bob);
			expect([status < 500, text.includes("Xanadu")], `${operation.method} ${operation.path}`).toEqual([true, false]);
		}
		for (const operation of operations.filter(namesSomething)) {
			const places: readonly (() => Promise<string | undefined>)[] = namesFlow(operation) ? [async () => undefined, newBobsFlow] : [async () => undefined];
			for (const place of places) {
				const name = `${operation.method} ${operation.path} ${place === newBobsFlow ? "in a flow of one's own" : ""}`;
				const [theirs, none] = [await send(world, operation, anns, bob, await place()), await send(world, operation, nobodys, bob, await place())];
				expect(theirs.answer, name).toBe(none.answer);
				expect(theirs.asked, name).toEqual(none.asked);
				expect(theirs.text, name).not.toContain("Xanadu");
				expect(theirs.status, name).toBeLessThan(500);
				compared++;
			}
		}
		expect(compared).toBeGreaterThan(40);
		expect(await seenByAnn()).toBe(before);
	});

	it("answers 401 to no key, a revoked one and malformed ones, alike whatever is named, and asks the store for no more than the key", {
		timeout: 120_000,
	}, async () => {
		const world = await openWorld();
		const { anns, nobodys, keys, seenByAnn } = world;
		const before = await seenByAnn();
		const unknown = [keys.revoked, `${keys.ann}x`, keys.ann.slice(0, -1), keys.ann.toUpperCase(), "fb_", "", " ", "null", "é", "a".repeat(8_000)];
		for (const operation of (await operationsOf(world)).filter(({ path }) => path.startsWith("/api/"))) {
			const name = `${operation.method} ${operation.path}`;
			const refusals = new Set<string>();
			for (const key of unknown) {
				for (const ids of [anns, nobodys]) {
					const { status, answer, asked } = await send(world, operation, ids, { "x-api-key": key });
					expect([status, asked], name).toEqual([401, ["keys.find"]]);
					refusals.add(answer);
				}
			}
			expect(refusals.size, name).toBe(1);
			for (const headers of [{}, { authorization: "Basic YTpi" }, { authorization: `bearer${keys.ann}` }, { cookie: `x-api-key=${keys.ann}` }]) {
				const [theirs, none] = [await send(world, operation, anns, headers), await send(world, operation, nobodys, headers)];
				expect([theirs.status, theirs.asked], name).toEqual([401, []]);
				expect(theirs.answer, name).toBe(none.answer);
			}
		}
		expect(await seenByAnn()).toBe(before);
	});
});
