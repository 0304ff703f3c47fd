import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { agentFlow, echoFlow } from "../testing/flows.fixture.ts";
import { openOpenAI } from "../testing/openai.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";

const png = Uint8Array.from(Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));

async function openWithFlow(environment: Readonly<Record<string, string>> = {}, flow: object = echoFlow()) {
	const host = await openTestHost(environment);
	const { id } = (await host.call("POST", "/api/v1/flows/", flow)).body;
	return { host, id: String(id) };
}

async function upload(host: TestHost, id: string, name: string, content: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}) {
	const form = new FormData();
	form.append("file", new File([content], name));
	const response = await host.app.request(`/api/v1/files/upload/${id}`, { method: "POST", body: form, headers });
	return { status: response.status, body: JSON.parse(await response.text()) };
}

it("stores a file for a flow, lists it, gives it back and deletes it", async () => {
	const { host, id } = await openWithFlow();
	const { status, body } = await upload(host, id, "../../notes/Prøve 1.txt", "Cluster: EU");
	expect(status).toBe(201);
	expect(body).toMatchObject({ flowId: id, file_path: expect.stringMatching(new RegExp(`^${id}/[0-9a-f]{24}_Prøve 1\\.txt$`)) });
	const name = encodeURIComponent(body.file_path.slice(id.length + 1));
	const { body: list } = await host.call("GET", `/api/v1/files/list/${id}`);
	expect(list.files).toEqual([decodeURIComponent(name)]);
	expect(list.details[0]).toMatchObject({ file_path: body.file_path, name: "Prøve 1.txt", size: 11 });
	const download = await host.app.request(`/api/v1/files/download/${id}/${name}`);
	expect([await download.text(), download.headers.get("content-disposition")]).toEqual(["Cluster: EU", "attachment"]);
	expect((await host.call("GET", `/api/v1/files/images/${id}/${name}`)).status).toBe(404);
	expect((await host.call("DELETE", `/api/v1/files/delete/${id}/${name}`)).status).toBe(200);
	expect((await host.call("DELETE", `/api/v1/files/delete/${id}/${name}`)).status).toBe(404);
});

it("shows images by what they are", async () => {
	const { host, id } = await openWithFlow();
	const { body } = await upload(host, id, "picture.html", png);
	const response = await host.app.request(`/api/v1/files/images/${body.file_path}`);
	expect(response.headers.get("content-type")).toBe("image/png");
	expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

it.each<[string, string | Uint8Array<ArrayBuffer>, number]>([
	["program.exe", Uint8Array.from([77, 90, 0, 1]), 422],
	["big.txt", "x".repeat(1_000_001), 413],
])("refuses %s", async (name, content, expected) => {
	const { host, id } = await openWithFlow();
	const { status, body } = await upload(host, id, name, content);
	expect(status).toBe(expected);
	expect(body.detail).toContain(name);
	expect((await host.call("GET", `/api/v1/files/list/${id}`)).body.files).toEqual([]);
});

it.each(["../../foldback.db", "..%2F..%2Ffoldback.db", "%2e%2e%2f%2e%2e%2ffoldback.db", "foldback.db", "%00"])("leads nowhere by the name %s", async (name) => {
	const { host, id } = await openWithFlow();
	await upload(host, id, "a.txt", "a");
	expect([403, 404]).toContain((await host.app.request(`/api/v1/files/download/${id}/${name}`)).status);
});

it("refuses an upload that another site's page sends, one without a file, and one for a flow that is not there", async () => {
	const { host, id } = await openWithFlow();
	expect((await upload(host, id, "a.txt", "a", { origin: "http://evil.example" })).status).toBe(403);
	expect((await upload(host, "none", "a.txt", "a")).status).toBe(404);
	const form = new FormData();
	form.append("file", "only text");
	expect((await host.app.request(`/api/v1/files/upload/${id}`, { method: "POST", body: form })).status).toBe(422);
	expect((await host.call("POST", `/api/v1/files/upload/${id}`, {})).status).toBe(415);
});

it("gives the model what a message's file says, and deletes files with their flow", async () => {
	const openai = await openOpenAI();
	const { host, id } = await openWithFlow({ OPENAI_BASE_URL: openai.url, OPENAI_API_KEY: "k", FOLDBACK_MODEL: "m" }, agentFlow("Agent"));
	const { body } = await upload(host, id, "facts.txt", "The cluster is EU-7.");
	const run = host.call("POST", `/api/v1/run/${id}`, { input_value: "Which cluster?", files: [body.file_path], session_id: "s" });
	const call = await openai.next();
	expect(JSON.stringify(call.messages)).toContain("EU-7");
	call.finish("EU-7.");
	expect((await run).status).toBe(200);
	await host.call("DELETE", `/api/v1/flows/${id}`);
	expect(readdirSync(join(host.dataDir, "files"))).toEqual([]);
});
