import { expect, it } from "vitest";
import { echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

async function flowOf(host: TestHost, name = "Echo"): Promise<string> {
	return (await host.call("POST", "/api/v1/flows/", echoFlow(name))).body.id;
}

async function say(host: TestHost, flowId: string, sessionId: string, text: string) {
	const { body } = await host.call("POST", `/api/v1/run/${flowId}`, { input_value: text, session_id: sessionId });
	return body.outputs[0].outputs[0].results.message;
}

it("lists messages oldest first, in Langflow's shape", async () => {
	const host = await openTestHost({}, { now: () => Date.parse("2026-11-30T12:00:00.123Z") });
	const flow = await flowOf(host);
	await say(host, flow, "s", "Hello");
	const { status, body } = await host.call("GET", `/api/v1/monitor/messages?flow_id=${flow}&session_id=s`);
	expect(status).toBe(200);
	expect(body).toHaveLength(2);
	expect(body[0]).toMatchObject({
		flow_id: flow,
		session_id: "s",
		context_id: "",
		timestamp: "2026-11-30 12:00:00.123000 UTC",
		sender: "User",
		sender_name: "User",
		text: "Hello",
		files: [],
		error: false,
		edit: false,
		category: "message",
	});
	expect(body[1]).toMatchObject({ sender: "Machine", sender_name: "AI", timestamp: "2026-11-30 12:00:00.124000 UTC" });
	expect(typeof body[0].id).toBe("string");
});

it("filters by sender, name, session and flow, and orders and limits", async () => {
	const host = await openTestHost();
	const flow = await flowOf(host);
	for (const text of ["one", "two", "three"]) await say(host, flow, "s", text);
	await say(host, flow, "other", "elsewhere");
	const texts = async (query: string) => (await host.call("GET", `/api/v1/monitor/messages?${query}`)).body.map((row: { text: string }) => row.text);
	expect(await texts("session_id=s&sender=User")).toEqual(["one", "two", "three"]);
	expect(await texts("session_id=s&sender_name=AI&order_by=timestamp&order=DESC&limit=2")).toEqual(["three", "two"]);
	expect(await texts("session_id=nowhere")).toEqual([]);
	expect(await texts("flow_id=nowhere")).toEqual([]);
});

it("goes on after a row, by its time in any of the accepted spellings", async () => {
	const host = await openTestHost();
	const flow = await flowOf(host);
	for (const text of ["one", "two", "three"]) await say(host, flow, "s", text);
	const [first, ...rest] = (await host.call("GET", "/api/v1/monitor/messages?session_id=s")).body;
	const utc: string = first.timestamp;
	for (const spelling of [utc, utc.replace(" UTC", ""), utc.replace(" ", "T").replace(" UTC", "Z"), utc.replace(" ", "T").replace(" UTC", "+00:00")]) {
		const { body } = await host.call("GET", `/api/v1/monitor/messages?session_id=s&after_timestamp=${encodeURIComponent(spelling)}&after_id=${first.id}`);
		expect(body).toEqual(rest);
	}
});

it.each(["order=sideways", "order_by=text", "limit=0", "limit=-1", "limit=x", "sender=Robot", "after_timestamp=yesterday"])(
	"answers 422 to %s",
	async (query) => {
		const host = await openTestHost();
		const { status, body } = await host.call("GET", `/api/v1/monitor/messages?${query}`);
		expect(status).toBe(422);
		expect(body.errors[0]).toMatchObject({ in: "query", field: query.split("=")[0] });
		expect(body.detail).toContain(JSON.stringify(query.split("=")[1]));
	},
);

it("edits a message, marks it, and keeps what it may not change", async () => {
	const host = await openTestHost();
	const flow = await flowOf(host);
	const { id } = await say(host, flow, "s", "Hello");
	const { status, body } = await host.call("PUT", `/api/v1/monitor/messages/${id}`, { text: "Bye", id: "other", session_id: "other", timestamp: "x" });
	expect(status).toBe(200);
	expect(body).toMatchObject({ id, text: "Bye", edit: true, session_id: "s", revision: 1 });
	expect((await host.call("GET", "/api/v1/monitor/messages?session_id=s")).body[1]).toEqual(body);
});

it("answers 404 to an edit of a message that is missing or somebody else's", async () => {
	const host = await openTestHost();
	const theirs = await host.store.flows.create({ userId: "somebody", name: "Theirs", endpointName: null, document: echoFlow() });
	const row = await host.store.messages.append({ flowId: theirs?.id ?? "", userId: "somebody", sessionId: "s", sender: "User", text: "Private" });
	const id = row.stored ? row.message.id : "";
	expect((await host.call("PUT", "/api/v1/monitor/messages/nothing", { text: "x" })).status).toBe(404);
	expect((await host.call("PUT", `/api/v1/monitor/messages/${id}`, { text: "x" })).status).toBe(404);
	expect((await host.store.messages.get("somebody", id))?.text).toBe("Private");
});

it("deletes messages and ignores ids that are not the user's", async () => {
	const host = await openTestHost();
	const flow = await flowOf(host);
	const mine = await say(host, flow, "s", "Hello");
	const theirs = await host.store.flows.create({ userId: "somebody", name: "Theirs", endpointName: null, document: echoFlow() });
	const row = await host.store.messages.append({ flowId: theirs?.id ?? "", userId: "somebody", sessionId: "s", sender: "User", text: "Private" });
	const id = row.stored ? row.message.id : "";
	const answer = await host.call("DELETE", "/api/v1/monitor/messages", [mine.id, id, "nothing"]);
	expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: "" });
	expect((await host.call("GET", "/api/v1/monitor/messages")).body).toHaveLength(1);
	expect(await host.store.messages.get("somebody", id)).toBeDefined();
});
