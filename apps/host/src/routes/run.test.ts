import { expect, it } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openOpenAI } from "../testing/openai.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

async function save(host: TestHost, flow: object): Promise<string> {
	return (await host.call("POST", "/api/v1/flows/", flow)).body.id;
}

async function ask(host: TestHost, flow: string, text: string, sessionId = "s"): Promise<string> {
	const { body } = await host.call("POST", `/api/v1/run/${flow}`, { input_value: text, session_id: sessionId });
	return body.outputs[0].outputs[0].results.message.text;
}

it("answers in Langflow's shape, by id and by endpoint name", async () => {
	const host = await openTestHost();
	const id = await save(host, echoFlow("Echo", { endpoint_name: "echo" }));
	for (const flow of [id, "echo"]) {
		const { status, body } = await host.call("POST", `/api/v1/run/${flow}?stream=false`, {
			input_value: "Hello",
			input_type: "chat",
			output_type: "chat",
			output_component: "",
			tweaks: {},
			session_id: "s",
		});
		expect(status).toBe(200);
		expect(body.session_id).toBe("s");
		const [{ inputs, outputs }] = body.outputs;
		expect(inputs).toEqual({ input_value: "Hello" });
		expect(outputs[0].results.message).toMatchObject({ text: "Hello", sender: "Machine", sender_name: "AI", session_id: "s", flow_id: id });
		expect(outputs[0]).toMatchObject({
			artifacts: { message: "Hello", sender: "Machine", sender_name: "AI", files: [] },
			outputs: { message: { message: "Hello", type: "text" } },
			messages: [{ message: "Hello", sender: "Machine", sender_name: "AI", session_id: "s", component_id: "ChatOutput-1" }],
			component_id: "ChatOutput-1",
			component_display_name: "ChatOutput",
		});
		expect(body).not.toHaveProperty("warnings");
	}
});

it("answers 404 to a flow that does not exist and to somebody else's, and runs neither", async () => {
	const host = await openTestHost();
	const theirs = await host.store.flows.create({ userId: "somebody", name: "Theirs", endpointName: "theirs", document: echoFlow() });
	for (const [flow, expected] of [
		["nothing", 404],
		["theirs", 404],
		[theirs?.id, 404],
	] as const) {
		for (const stream of [true, false]) {
			const { status, headers } = await host.call("POST", `/api/v1/run/${flow}?stream=${stream}`, { input_value: "x" });
			expect({ status, type: headers.get("content-type") }).toEqual({ status: expected, type: "application/problem+json" });
		}
	}
	expect(await host.store.messages.list("somebody", {})).toEqual([]);
});

it("answers 400 to an input that is given twice, and stores nothing", async () => {
	const host = await openTestHost();
	const id = await save(host, echoFlow());
	const { status, body } = await host.call("POST", `/api/v1/run/${id}`, { input_value: "x", tweaks: { "ChatInput-1": { input_value: "y" } } });
	expect(status).toBe(400);
	expect(body).toMatchObject({ type: "urn:foldback:problem:bad-flow", code: "input-conflict", node_id: "ChatInput-1" });
	expect((await host.call("GET", "/api/v1/monitor/messages")).body).toEqual([]);
});

it("applies tweaks by node, by name and to all, in both spellings, also to fields that the saved flow lacks", async () => {
	const host = await openTestHost();
	const id = await save(host, echoFlow());
	const senderName = async (tweaks: object) => {
		const { body } = await host.call("POST", `/api/v1/run/${id}`, { input_value: "x", tweaks });
		return body.outputs[0].outputs[0].results.message.sender_name;
	};
	expect(await senderName({ "ChatOutput-1": { sender_name: "Bot" } })).toBe("Bot");
	expect(await senderName({ ChatOutput: { senderName: "Bob" } })).toBe("Bob");
	expect(await senderName({ sender_name: "All" })).toBe("All");
});

it("says which tweaks it ignored", async () => {
	const host = await openTestHost();
	const id = await save(host, echoFlow());
	const { status, body } = await host.call("POST", `/api/v1/run/${id}`, { input_value: "x", tweaks: { "ChatOutput-1": { no_such_field: 1 } } });
	expect(status).toBe(200);
	expect(body.warnings).toEqual([expect.stringContaining("no_such_field")]);
});

it("answers 400 that names node and type to a node that it cannot run", async () => {
	const host = await openTestHost();
	const flow = JSON.parse(JSON.stringify(echoFlow()).replaceAll("ChatOutput", "Mystery"));
	const { status, body } = await host.call("POST", `/api/v1/run/${await save(host, flow)}`, { input_value: "x" });
	expect(status).toBe(400);
	expect(body).toMatchObject({ type: "urn:foldback:problem:bad-flow" });
	expect(body.detail).toMatch(/Mystery|output/);
});

it("answers a bad Agent field with 400 that names it", async () => {
	const host = await openTestHost();
	const id = await save(host, agentFlow("Bad", { n_messages: -1 }));
	const { status, body } = await host.call("POST", `/api/v1/run/${id}`, { input_value: "x" });
	expect(status).toBe(400);
	expect(body).toMatchObject({ code: "invalid-input", field: "n_messages", node_id: "Agent-1" });
	expect(body.detail).toContain("-1");
});

it("answers 502 when the model refuses, keeps the user's message, and repeats no word of the provider's", async () => {
	const openai = await openOpenAI();
	const host = await openTestHost({ OPENAI_BASE_URL: openai.url, OPENAI_API_KEY: "sk-host-secret", FOLDBACK_MODEL: "m" });
	const id = await save(host, agentFlow("Agent"));
	const answer = host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" });
	const call = await openai.next();
	expect(call.authorization).toBe("Bearer sk-host-secret");
	call.fail(401);
	const { status, body } = await answer;
	expect(status).toBe(502);
	expect(body).toMatchObject({ type: "urn:foldback:problem:model-failed", code: "model-unauthorized", node_id: "Agent-1" });
	const rows = (await host.call("GET", "/api/v1/monitor/messages?session_id=s")).body;
	expect(rows[0]).toMatchObject({ text: "Hello", error: false });
	expect(rows.slice(1).every((row: { error: boolean }) => row.error)).toBe(true);
	expect(JSON.stringify([body, host.logged, rows])).not.toMatch(/sk-host-secret|private words/);
});

it("answers questions from the session, and no other flow's or session's", async () => {
	const host = await openTestHost();
	const [one, two] = [await save(host, agentFlow("One")), await save(host, agentFlow("Two"))];
	await ask(host, one, "The deploy code is ZX-81.");
	expect(await ask(host, one, "What is the deploy code?")).toContain("ZX-81");
	expect(await ask(host, one, "What is the deploy code?", "other")).not.toContain("ZX-81");
	expect(await ask(host, two, "What is the deploy code?")).not.toContain("ZX-81");
});

it("does not remember a deleted session, also under the same name (langflow PR12043)", async () => {
	const host = await openTestHost({ FOLDBACK_FOLD_THRESHOLD: "2", FOLDBACK_FOLD_TIMING: "inline" });
	const id = await save(host, agentFlow("Agent", { n_messages: 2, summarize_older_messages: true, pinned_keys: ["deploy_code"] }));
	await ask(host, id, "The deploy code is ZX-81.");
	for (const text of ["Hello.", "Nice weather.", "Let us go on.", "And on."]) await ask(host, id, text);
	expect(await ask(host, id, "What is the deploy code?")).toContain("ZX-81");
	const memory = await host.call("GET", `/api/v1/monitor/session-memory?flow_id=${id}&session_id=s`);
	expect(JSON.stringify(memory.body.state)).toContain("ZX-81");
	await host.call("DELETE", "/api/v1/monitor/messages/session/s");
	expect((await host.call("GET", `/api/v1/monitor/session-memory?flow_id=${id}&session_id=s`)).body).toMatchObject({ state: null, journal: [], absorbed: 0 });
	expect(await ask(host, id, "What is the deploy code?")).not.toContain("ZX-81");
});

it("forgets what an edited message said, and learns what it says now", async () => {
	const host = await openTestHost({ FOLDBACK_FOLD_THRESHOLD: "2", FOLDBACK_FOLD_TIMING: "inline" });
	const id = await save(host, agentFlow("Agent", { n_messages: 2, summarize_older_messages: true, pinned_keys: ["deploy_code"] }));
	await ask(host, id, "The deploy code is ZX-81.");
	for (const text of ["Hello.", "Nice weather.", "Let us go on.", "And on."]) await ask(host, id, text);
	const [first] = (await host.call("GET", "/api/v1/monitor/messages?session_id=s&limit=1")).body;
	await host.call("PUT", `/api/v1/monitor/messages/${first.id}`, { text: "The deploy code is QL-99." });
	const answer = await ask(host, id, "What is the deploy code?");
	expect(answer).toContain("QL-99");
	expect(answer).not.toContain("ZX-81");
});

it("runs two turns of one session at once", async () => {
	const host = await openTestHost();
	const id = await save(host, agentFlow("Agent", { summarize_older_messages: true, n_messages: 4 }));
	const answers = await Promise.all(
		["Alpha is red.", "Beta is blue."].map((text) => host.call("POST", `/api/v1/run/${id}`, { input_value: text, session_id: "s" })),
	);
	expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	const rows = (await host.call("GET", "/api/v1/monitor/messages?session_id=s")).body;
	expect(
		rows
			.filter((row: { sender: string }) => row.sender === "User")
			.map((row: { text: string }) => row.text)
			.sort(),
	).toEqual(["Alpha is red.", "Beta is blue."]);
	expect(rows).toHaveLength(4);
	expect(new Set(rows.map((row: { timestamp: string }) => row.timestamp)).size).toBe(4);
});

it("sends a flow's own key to its own endpoint, from its reference, and the host's key never", async () => {
	const [openai, hosts] = [await openOpenAI(), await openOpenAI()];
	const host = await openTestHost({ OPENAI_BASE_URL: hosts.url, OPENAI_API_KEY: "sk-host-secret", FOLDBACK_MODEL: "m" });
	const key = { name: "api_key", password: true, value: "sk-own-key-123", load_from_db: false };
	const flow = (apiKey: object) =>
		JSON.parse(
			JSON.stringify(agentFlow("Own", { base_url: openai.url, model: [{ name: "own", provider: "OpenAI" }] })).replace(
				'"base_url":{',
				`"api_key":${JSON.stringify(apiKey)},"base_url":{`,
			),
		);
	const id = await save(host, flow(key));
	expect(JSON.stringify((await host.store.flows.get("local", id))?.document)).not.toContain("sk-own-key-123");
	const running = host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" });
	const call = await openai.next();
	expect(call.authorization).toBe("Bearer sk-own-key-123");
	call.finish("Hi.");
	const answer = await running;
	expect(answer.body.outputs[0].outputs[0].results.message.text).toBe("Hi.");
	const without = await host.call("POST", `/api/v1/run/${await save(host, flow({ ...key, value: "" }))}`, { input_value: "Hello" });
	expect(without.body).toMatchObject({ status: 502, code: "model-unauthorized", field: "api_key" });
	expect(JSON.stringify([answer.body, without.body, host.logged])).not.toMatch(/sk-own-key-123|sk-host-secret/);
});

it("opens the secrets inside of a saved value for its run, none that a tweak names, and tells none in an error", async () => {
	const host = await openTestHost();
	const withValue = (value: unknown) => {
		const flow = JSON.parse(JSON.stringify(echoFlow("Nested")));
		flow.data.nodes[1].data.node.template.input_value = { name: "input_value", value };
		return { ...flow, data: { ...flow.data, edges: [] } };
	};
	const rows = [{ key: "Authorization", value: "Bearer hunter2" }];
	const id = await save(host, withValue(rows));
	const { body: saved } = await host.call("GET", `/api/v1/flows/${id}`);
	expect(JSON.stringify(saved)).not.toContain("hunter2");
	const failed = await host.call("POST", `/api/v1/run/${id}`, { session_id: "s" });
	expect(failed.body).toMatchObject({ code: "invalid-value", field: "input_value" });
	expect(JSON.stringify([failed.body, host.logged, (await host.call("GET", "/api/v1/monitor/runs")).body])).not.toContain("hunter2");
	const tweaked = saved.data.nodes[1].data.node.template.input_value.value[0].value;
	const answer = await host.call("POST", `/api/v1/run/${id}`, { session_id: "s", tweaks: { "ChatOutput-1": { input_value: [tweaked] } } });
	expect(answer.body.outputs[0].outputs[0].results.message.text).toBe(tweaked);
	const opened = JSON.parse(JSON.stringify(withValue(["hunter2", "hunter3"])));
	opened.data.nodes[1].data.node.template.input_value.password = true;
	const own = await host.call("POST", `/api/v1/run/${await save(host, opened)}`, { session_id: "s" });
	expect(own.body.outputs[0].outputs[0].results.message.text).toBe("hunter2\nhunter3");
});
