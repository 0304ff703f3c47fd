import { expect, it } from "vitest";
import { echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

async function flowOf(host: TestHost, name = "Echo"): Promise<string> {
	return (await host.call("POST", "/api/v1/flows/", echoFlow(name))).body.id;
}

const say = (host: TestHost, flowId: string, sessionId: string, text: string) =>
	host.call("POST", `/api/v1/run/${flowId}`, { input_value: text, session_id: sessionId });

async function texts(host: TestHost, query: string): Promise<string[]> {
	return (await host.call("GET", `/api/v1/monitor/messages?${query}`)).body.map((row: { text: string }) => row.text);
}

it("lists session ids, newest activity first, of one flow or all", async () => {
	const host = await openTestHost();
	const [one, two] = [await flowOf(host, "One"), await flowOf(host, "Two")];
	await say(host, one, "a", "x");
	await say(host, one, "b", "x");
	await say(host, two, "c", "x");
	expect((await host.call("GET", `/api/v1/monitor/messages/sessions?flow_id=${one}`)).body).toEqual(["b", "a"]);
	expect((await host.call("GET", "/api/v1/monitor/messages/sessions")).body).toEqual(["c", "b", "a"]);
});

it("uses the flow's id as the session of a run that names none", async () => {
	const host = await openTestHost();
	const flow = await flowOf(host);
	const { body } = await host.call("POST", `/api/v1/run/${flow}`, { input_value: "x" });
	expect(body.session_id).toBe(flow);
	expect((await host.call("GET", "/api/v1/monitor/messages/sessions")).body).toEqual([flow]);
});

it("keeps sessions of one name in different flows apart", async () => {
	const host = await openTestHost();
	const [one, two] = [await flowOf(host, "One"), await flowOf(host, "Two")];
	await say(host, one, "same", "in one");
	await say(host, two, "same", "in two");
	expect(await texts(host, `flow_id=${one}&session_id=same`)).toEqual(["in one", "in one"]);
	expect((await host.call("DELETE", `/api/v1/monitor/messages/session/same?flow_id=${one}`)).status).toBe(204);
	expect(await texts(host, "session_id=same")).toEqual(["in two", "in two"]);
});

it("renames a session for good", async () => {
	const host = await openTestHost();
	const flow = await flowOf(host);
	await say(host, flow, "old", "x");
	const { status, body } = await host.call("PATCH", "/api/v1/monitor/messages/session/old?new_session_id=new");
	expect(status).toBe(200);
	expect(body.map((row: { session_id: string }) => row.session_id)).toEqual(["new", "new"]);
	expect((await host.call("GET", "/api/v1/monitor/messages/sessions")).body).toEqual(["new"]);
	await say(host, flow, "new", "y");
	expect(await texts(host, "session_id=new")).toEqual(["x", "x", "y", "y"]);
	const again = await openTestHost({}, { dataDir: host.dataDir });
	expect((await again.call("GET", "/api/v1/monitor/messages/sessions")).body).toEqual(["new"]);
});

it("answers 404 to the rename of a session that does not exist, and 422 to one without a new name", async () => {
	const host = await openTestHost();
	expect((await host.call("PATCH", "/api/v1/monitor/messages/session/none?new_session_id=new")).status).toBe(404);
	expect((await host.call("PATCH", "/api/v1/monitor/messages/session/none")).status).toBe(422);
	expect((await host.call("PATCH", "/api/v1/monitor/messages/session/none?new_session_id=")).status).toBe(422);
});

it.each(["a/b", "a?b=c", "100%", "%41", "#1", "q'uo\"te", "日本語 🙂", "__proto__", "a b+c"])("renames and deletes a session called %j", async (name) => {
	const host = await openTestHost();
	const flow = await flowOf(host);
	await say(host, flow, "first", "x");
	const path = `/api/v1/monitor/messages/session/${encodeURIComponent(name).replaceAll(".", "%2E")}`;
	expect((await host.call("PATCH", `/api/v1/monitor/messages/session/first?new_session_id=${encodeURIComponent(name)}`)).status).toBe(200);
	expect((await host.call("GET", "/api/v1/monitor/messages/sessions")).body).toEqual([name]);
	expect((await host.call("DELETE", path)).status).toBe(204);
	expect((await host.call("GET", "/api/v1/monitor/messages/sessions")).body).toEqual([]);
});

it.each([".", ".."])("renames no session to %j, which no address can hold, and deletes one that a run called so", async (name) => {
	const host = await openTestHost();
	const flow = await flowOf(host);
	await say(host, flow, "first", "x");
	const { status, body } = await host.call("PATCH", `/api/v1/monitor/messages/session/first?new_session_id=${name}`);
	expect(status).toBe(422);
	expect(JSON.stringify(body)).toContain("addresses cannot hold");
	expect((await host.call("GET", "/api/v1/monitor/messages/sessions")).body).toEqual(["first"]);
	await say(host, flow, name, "x");
	await host.call("DELETE", "/api/v1/monitor/messages/sessions", [name]);
	expect((await host.call("GET", "/api/v1/monitor/messages/sessions")).body).toEqual(["first"]);
});

it("deletes a session in all flows of the user, as often as asked", async () => {
	const host = await openTestHost();
	const [one, two] = [await flowOf(host, "One"), await flowOf(host, "Two")];
	await say(host, one, "s", "x");
	await say(host, two, "s", "x");
	for (let time = 0; time < 2; time++) expect((await host.call("DELETE", "/api/v1/monitor/messages/session/s")).status).toBe(204);
	expect(await texts(host, "session_id=s")).toEqual([]);
});

it("deletes several sessions and says how many messages went", async () => {
	const host = await openTestHost();
	const flow = await flowOf(host);
	for (const session of ["a", "b", "c"]) await say(host, flow, session, "x");
	const { status, body } = await host.call("DELETE", "/api/v1/monitor/messages/sessions", ["a", "b", "none"]);
	expect({ status, deleted: body.deleted_count }).toEqual({ status: 200, deleted: 4 });
	expect((await host.call("GET", "/api/v1/monitor/messages/sessions")).body).toEqual(["c"]);
});

it("answers 400 to more than 500 sessions and deletes none", async () => {
	const host = await openTestHost();
	const flow = await flowOf(host);
	await say(host, flow, "s-0", "x");
	const many = Array.from({ length: 501 }, (_, index) => `s-${index}`);
	const { status, body } = await host.call("DELETE", "/api/v1/monitor/messages/sessions", many);
	expect(status).toBe(400);
	expect(body.detail).toContain("501");
	expect((await host.call("GET", "/api/v1/monitor/messages/sessions")).body).toEqual(["s-0"]);
	expect((await host.call("DELETE", "/api/v1/monitor/messages/sessions", many.slice(1))).status).toBe(200);
});

it("takes the flow's endpoint name wherever it takes its id, and pages through sessions", async () => {
	const host = await openTestHost();
	const { id } = (await host.call("POST", "/api/v1/flows/", echoFlow("Echo", { endpoint_name: "echo" }))).body;
	for (const session of ["a", "b", "c"]) await say(host, id, session, "x");
	const sessions = async (query: string) => (await host.call("GET", `/api/v1/monitor/messages/sessions?flow_id=echo${query}`)).body;
	expect(await sessions("")).toEqual(["c", "b", "a"]);
	expect([await sessions("&limit=2"), await sessions("&limit=2&offset=2"), await sessions("&offset=3")]).toEqual([["c", "b"], ["a"], []]);
	expect(await texts(host, "flow_id=echo&session_id=a")).toEqual(["x", "x"]);
	const renamed = await host.call("PATCH", "/api/v1/monitor/messages/session/a?flow_id=echo&new_session_id=d&limit=1");
	expect(renamed.body).toMatchObject([{ session_id: "d", flow_id: id }]);
	expect((await host.call("DELETE", "/api/v1/monitor/messages/sessions?flow_id=echo", ["b"])).body.deleted_count).toBe(2);
	await host.call("DELETE", "/api/v1/monitor/messages/session/d?flow_id=echo");
	expect(await sessions("")).toEqual(["c"]);
	expect((await host.call("GET", "/api/v1/monitor/messages/sessions?flow_id=none")).body).toEqual([]);
});

it.each([
	["DELETE", "/api/v1/monitor/messages", undefined, "the body is missing: it must be a list"],
	["DELETE", "/api/v1/monitor/messages", { a: 1 }, "the body is an object: it must be a list"],
	["PUT", "/api/v1/monitor/messages/x", { text: 5 }, "text is 5: it must be a text"],
	["GET", "/api/v1/monitor/runs", undefined, "flow_id is missing: it must be a text"],
])("says in words of the API what is wrong with %s %s %j", async (method, path, body, detail) => {
	const host = await openTestHost();
	expect(await host.call(method, path, body)).toMatchObject({ status: 422, body: { detail: expect.stringContaining(detail) } });
});
