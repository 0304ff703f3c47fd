import { expect, it } from "vitest";
import { userFilePath } from "../files/user-files.ts";
import { agentFlow, echoFlow, readFileFlow, secretFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

async function save(host: TestHost, flow: object): Promise<string> {
	return (await host.call("POST", "/api/v1/flows/", flow)).body.id;
}

async function upload(host: TestHost, flowId: string, name: string): Promise<string> {
	const form = new FormData();
	form.set("file", new File(["some text"], name));
	const response = await host.app.request(`/api/v1/files/upload/${flowId}`, { method: "POST", body: form });
	return ((await response.json()) as { file_path: string }).file_path;
}

async function filesOf(host: TestHost, flowId: string): Promise<readonly string[]> {
	return (await host.files.list(flowId)).map(({ name }) => name);
}

const data = "/api/v1/users/me/data";

it.each(["", "?confirm=", "?confirm=yes", "?confirm=true", "?confirm=chat"])("deletes nothing without a clear word: DELETE …/data%s", async (query) => {
	const host = await openTestHost();
	const id = await save(host, echoFlow());
	await host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s" });
	const { status, body } = await host.call("DELETE", `${data}${query}`);
	expect([status, body.detail]).toEqual([422, expect.stringMatching(/confirm.*chats, or everything/s)]);
	expect((await host.call("GET", "/api/v1/monitor/messages")).body).toHaveLength(2);
});

it("deletes chats and uploads but no flow, or everything, and counts it", async () => {
	const host = await openTestHost();
	const id = await save(host, echoFlow("Echo", { endpoint_name: "echo" }));
	const file = await upload(host, id, "note.txt");
	await upload(host, id, "unused.txt");
	await host.call("POST", `/api/v1/run/${id}`, { input_value: "Hello", session_id: "s", files: [file] }, { "idempotency-key": "k" });
	await host.runs.settled();
	const { status, body } = await host.call("DELETE", `${data}?confirm=chats`);
	expect([status, body]).toEqual([200, { messages: 2, states: 0, folds: 0, runs: 1, kept_answers: 1, flows: 0, secrets: 0, files: 2 }]);
	expect((await host.call("GET", "/api/v1/monitor/messages")).body).toEqual([]);
	expect((await host.call("GET", `/api/v1/monitor/runs?flow_id=${id}`)).body).toEqual([]);
	expect(await filesOf(host, id)).toEqual([]);
	expect((await host.call("GET", "/api/v1/flows/")).body).toHaveLength(1);
	await upload(host, id, "later.txt");
	expect((await host.call("DELETE", `${data}?confirm=everything`)).body).toMatchObject({ flows: 1, files: 1, messages: 0 });
	expect((await host.call("GET", "/api/v1/flows/")).body).toEqual([]);
	expect(host.logged.filter(({ event }) => event === "user-data-erased")).toHaveLength(2);
});

it("exports flows without secrets, files, messages, states and journal as one document, page by page", async () => {
	const host = await openTestHost({ FOLDBACK_FOLD_THRESHOLD: "2", FOLDBACK_FOLD_TIMING: "inline" });
	const id = await save(host, agentFlow("Agent"));
	await upload(host, id, "note.txt");
	const tweaks = { Agent: { summarize_older_messages: true, n_messages: 2, pinned_keys: ["city"], api_key: "sk-private-key" } };
	for (const text of ["My city: Bergen.", "Two.", "Three.", "Four."])
		await host.call("POST", `/api/v1/run/${id}`, { input_value: text, session_id: "s", tweaks });
	const rows = Array.from({ length: 1_200 }, (_, index) => ({ sender: "User" as const, text: `row ${index}` }));
	await host.store.messages.import({ flowId: id, userId: "local", sessionId: "long" }, rows);
	await host.store.flows.create({ id: "bobs", userId: "bob", name: "F", endpointName: null, document: {} });
	await host.store.messages.append({ flowId: "bobs", userId: "bob", sessionId: "s", sender: "User", text: "of bob" });
	const response = await host.app.request("/api/v1/users/me/export");
	const text = await response.text();
	const document = JSON.parse(text);
	expect(document).toMatchObject({ user: "local", complete: true });
	expect(Object.keys(document)).toEqual(["user", "exported_at", "flows", "files", "messages", "states", "journal", "complete"]);
	expect(document.flows.map((flow: { id: string }) => flow.id)).toEqual([id]);
	expect(document.files).toMatchObject([{ name: "note.txt" }]);
	expect(document.messages).toHaveLength(1_208);
	expect(document.states).toMatchObject([{ flow_id: id, session_id: "s", context_id: "", pinned: { city: "Bergen" } }]);
	expect(document.journal[0]).toMatchObject({ session_id: "s", outcome: "saved", snapshot: { pinned: { city: "Bergen" } } });
	expect(text).not.toMatch(/of bob|sk-private-key/);
	expect(response.headers.get("content-disposition")).toContain("attachment");
});

it("deletes the user's own files with the chats, but for those that a flow names, and exports their names", async () => {
	const host = await openTestHost();
	const put = async (name: string) => userFilePath((await host.userFiles.save("local", name, Buffer.from("text"))) ?? { storedName: "" });
	const [named] = [await put("named.txt"), await put("other.txt")];
	await host.userFiles.save("bob", "bobs.txt", Buffer.from("text"));
	await save(host, readFileFlow("Reader", [named]));
	expect((await host.call("GET", "/api/v1/users/me/export")).body.files).toMatchObject([{ file_path: named, name: "named.txt" }, { name: "other.txt" }]);
	expect((await host.call("DELETE", `${data}?confirm=chats`)).body.files).toBe(1);
	expect((await host.userFiles.list("local")).map(({ name }) => name)).toEqual(["named.txt"]);
	expect((await host.call("DELETE", `${data}?confirm=everything`)).body.files).toBe(1);
	expect([await host.userFiles.list("local"), await host.userFiles.list("bob")]).toEqual([[], [expect.anything()]]);
});

it("leaves sealed fields out of an export, the reference included", async () => {
	const host = await openTestHost();
	await save(host, secretFlow({ value: "sk-private-key" }));
	expect(JSON.stringify((await host.call("GET", "/api/v1/flows/")).body)).toContain("foldback-secret:");
	const exported = JSON.stringify((await host.call("GET", "/api/v1/users/me/export")).body);
	expect(exported).not.toMatch(/sk-private-key|foldback-secret/);
});

it("deletes a file with the last message that names it, and not before", async () => {
	const host = await openTestHost();
	const id = await save(host, echoFlow());
	const [shared, own] = [await upload(host, id, "shared.txt"), await upload(host, id, "own.txt")];
	await upload(host, id, "unused.txt");
	const say = (sessionId: string, files: readonly string[]) =>
		host.store.messages.append({ flowId: id, userId: "local", sessionId, sender: "User", text: "Hi", files });
	await say("a", [shared, own]);
	await say("b", [shared]);
	const rows = await host.store.messages.list("local", { sessionId: "a" });
	await host.call("PUT", `/api/v1/monitor/messages/${rows[0]?.id}`, { files: [shared] });
	expect(await filesOf(host, id)).toEqual(["shared.txt", "unused.txt"]);
	await host.call("DELETE", "/api/v1/monitor/messages", [rows[0]?.id]);
	await host.call("DELETE", "/api/v1/monitor/messages/session/a");
	expect(await filesOf(host, id)).toEqual(["shared.txt", "unused.txt"]);
	await host.call("DELETE", "/api/v1/monitor/messages/session/b");
	expect(await filesOf(host, id)).toEqual(["unused.txt"]);
});
