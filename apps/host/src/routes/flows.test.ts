import { expect, it } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost } from "../testing/test-host.fixture.ts";

const odd = JSON.parse(
	'{"name":"Odd","__proto__":{"x":1},"constructor":null,"tags":["a"],"data":{"nodes":[{"id":"X-1","data":{"type":"Unknown","é 🙂":[1.5,null]}}],"edges":[],"viewport":{"x":1}},"id":"f0a1","endpoint_name":null}',
);

it("keeps everything of an imported flow, known or not", async () => {
	const host = await openTestHost();
	const created = await host.call("POST", "/api/v1/flows/", odd);
	expect(created.status).toBe(201);
	const { user_id, revision, created_at, updated_at, ...document } = (await host.call("GET", "/api/v1/flows/f0a1")).body;
	expect(document).toEqual(odd);
	expect(Object.keys(document)).toContain("__proto__");
	expect({ user_id, revision }).toEqual({ user_id: "local", revision: 1 });
	for (const time of [created_at, updated_at]) expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} UTC$/);
	expect((await host.call("POST", "/api/v1/flows/download/", ["f0a1"])).body).toEqual(odd);
});

it.each(["a/b", "..", ".", "a b", "x?y=z", "a#b", "%2e%2e", "\n", "é", "a".repeat(101)])("gives an imported flow a new id when its own is %j", async (id) => {
	const host = await openTestHost();
	for (const flow of [
		(await host.call("POST", "/api/v1/flows/", echoFlow("Echo", { id }))).body,
		(await host.call("POST", "/api/v1/flows/upload/", echoFlow("Echo", { id }))).body[0],
	]) {
		expect(flow.id).toMatch(/^[0-9a-f-]{36}$/);
		expect((await host.call("GET", `/api/v1/flows/${flow.id}`)).status).toBe(200);
		expect((await host.call("DELETE", `/api/v1/flows/${flow.id}`)).status).toBe(200);
	}
});

it.each(["0209ae03-677e-4315-b80a-0d90b3e12cb5", "0209AE03677E4315B80A0D90B3E12CB5", "a", "my_flow-1.2", "...", "a".repeat(100)])(
	"keeps the id %s of an imported flow",
	async (id) => {
		const host = await openTestHost();
		expect((await host.call("POST", "/api/v1/flows/", echoFlow("Echo", { id }))).body.id).toBe(id);
		expect((await host.call("GET", `/api/v1/flows/${id}`)).body.id).toBe(id);
	},
);

it("gives an imported flow a new id when its own is taken", async () => {
	const host = await openTestHost();
	const first = await host.call("POST", "/api/v1/flows/", odd);
	const second = await host.call("POST", "/api/v1/flows/", odd);
	expect(first.body.id).toBe("f0a1");
	expect(second.status).toBe(201);
	expect(second.body.id).not.toBe("f0a1");
	expect((await host.call("GET", "/api/v1/flows/")).body).toHaveLength(2);
});

it("lists flows, briefly on request, and finds one by endpoint name", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow("Echo", { endpoint_name: "echo" }))).body;
	const [full] = (await host.call("GET", "/api/v1/flows/")).body;
	const [brief] = (await host.call("GET", "/api/v1/flows/?header_flows=true&limit=1&offset=0")).body;
	expect(full.data.nodes).toHaveLength(2);
	expect(brief).toMatchObject({ id, name: "Echo", description: "Says what it is told." });
	expect(brief).not.toHaveProperty("data");
	expect((await host.call("GET", "/api/v1/flows/echo")).body.id).toBe(id);
});

it("replaces the members that a PATCH names and no others", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow("Echo", { tags: ["kept"] }))).body;
	const { status, body } = await host.call("PATCH", `/api/v1/flows/${id}`, { name: "Renamed", endpoint_name: "renamed" });
	expect(status).toBe(200);
	expect(body).toMatchObject({ id, name: "Renamed", endpoint_name: "renamed", tags: ["kept"], revision: 2 });
	expect(body.data.nodes).toHaveLength(2);
	expect((await host.call("POST", "/api/v1/flows/download/", [id])).body).toMatchObject({ name: "Renamed", endpoint_name: "renamed" });
});

it("takes a flow back as it gave it, and the host's own members stay the host's", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", { ...echoFlow(), updated_at: "2025-01-01", user_id: "someone" })).body;
	const read = (await host.call("GET", `/api/v1/flows/${id}`)).body;
	expect(read.user_id).toBe("local");
	expect((await host.call("PATCH", `/api/v1/flows/${id}`, read)).status).toBe(200);
	expect((await host.call("POST", "/api/v1/flows/download/", [id])).body).toEqual({
		...echoFlow(),
		updated_at: "2025-01-01",
		user_id: "someone",
		endpoint_name: null,
	});
});

it("answers 409 with the current revision to a change made on an older one", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow())).body;
	await host.call("PATCH", `/api/v1/flows/${id}`, { name: "First", revision: 1 });
	const late = await host.call("PATCH", `/api/v1/flows/${id}`, { name: "Second", revision: 1 });
	expect(late.status).toBe(409);
	expect(late.body).toMatchObject({ type: "urn:foldback:problem:conflict", revision: 2 });
	expect((await host.call("GET", `/api/v1/flows/${id}`)).body.name).toBe("First");
});

it("loses no change of simultaneous PATCHes of different members", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow())).body;
	const members = Array.from({ length: 8 }, (_, index) => ({ [`member_${index}`]: index }));
	const answers = await Promise.all(members.map((member) => host.call("PATCH", `/api/v1/flows/${id}`, member)));
	expect(answers.map(({ status }) => status)).toEqual(members.map(() => 200));
	expect((await host.call("GET", `/api/v1/flows/${id}`)).body).toMatchObject({ ...Object.assign({}, ...members), revision: 9 });
});

it("answers 409 to an endpoint name that is taken", async () => {
	const host = await openTestHost();
	await host.call("POST", "/api/v1/flows/", echoFlow("One", { endpoint_name: "same" }));
	const second = await host.call("POST", "/api/v1/flows/", echoFlow("Two", { endpoint_name: "same" }));
	expect(second.status).toBe(409);
	expect(second.body.detail).toContain('"same"');
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow("Two"))).body;
	expect((await host.call("PATCH", `/api/v1/flows/${id}`, { endpoint_name: "same" })).status).toBe(409);
});

it("deletes a flow with its messages", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow())).body;
	await host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" });
	expect((await host.call("GET", `/api/v1/monitor/messages?flow_id=${id}`)).body).toHaveLength(2);
	expect((await host.call("DELETE", `/api/v1/flows/${id}`)).status).toBe(200);
	expect((await host.call("GET", `/api/v1/flows/${id}`)).status).toBe(404);
	expect((await host.call("GET", "/api/v1/monitor/messages")).body).toEqual([]);
	expect((await host.call("DELETE", `/api/v1/flows/${id}`)).status).toBe(404);
});

it("imports a file of one flow, a list, or an object with flows", async () => {
	const host = await openTestHost();
	for (const file of [echoFlow("A"), [echoFlow("B"), echoFlow("C")], { flows: [echoFlow("D")] }]) {
		expect((await host.call("POST", "/api/v1/flows/upload/", file)).status).toBe(201);
	}
	const names = (await host.call("GET", "/api/v1/flows/")).body.map((flow: { name: string }) => flow.name);
	expect(names.sort()).toEqual(["A", "B", "C", "D"]);
});

it("knows no flow of another user", async () => {
	const host = await openTestHost();
	const other = await host.store.flows.create({ userId: "somebody", name: "Theirs", endpointName: "theirs", document: agentFlow("Theirs") });
	for (const path of [`/api/v1/flows/${other?.id}`, "/api/v1/flows/theirs"]) {
		expect((await host.call("GET", path)).status).toBe(404);
		expect((await host.call("PATCH", path, { name: "Mine" })).status).toBe(404);
		expect((await host.call("DELETE", path)).status).toBe(404);
	}
	expect((await host.call("GET", "/api/v1/flows/")).body).toEqual([]);
	expect((await host.store.flows.get("somebody", "theirs"))?.name).toBe("Theirs");
});

it.each([
	[{}, "name is missing"],
	[{ name: "" }, "name of 1 to 200"],
	[{ name: "x", data: [] }, "data is a list"],
	[{ name: "x", data: { nodes: {}, edges: [] } }, "data.nodes is an object"],
	[{ name: "x", endpoint_name: "a b" }, 'endpoint_name is "a b"'],
	[[], "the body is a list"],
])("answers 422 that names what is wrong with %j", async (flow, detail) => {
	const host = await openTestHost();
	const { status, body } = await host.call("POST", "/api/v1/flows/", flow);
	expect(status).toBe(422);
	expect(body.detail).toContain(detail);
	expect(await host.store.flows.count("local")).toBe(0);
});
