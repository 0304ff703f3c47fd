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
