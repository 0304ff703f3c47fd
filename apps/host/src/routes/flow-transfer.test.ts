import { expect, it } from "vitest";
import { echoFlow } from "../testing/flows.fixture.ts";
import { openTestHost, type TestHost } from "../testing/test-host.fixture.ts";
import { packFiles } from "../transfer/flow-archive.ts";

/** Sends a file as a form, as Langflow's editor and clients do. */
async function upload(host: TestHost, content: string | Uint8Array<ArrayBuffer>, { name = "flow.json", field = "file", headers = {} } = {}) {
	const form = new FormData();
	form.set(field, new File([content], name, { type: "application/json" }));
	const response = await host.app.request("/api/v1/flows/upload/?folder_id=any", { method: "POST", body: form, headers });
	// biome-ignore lint/suspicious/noExplicitAny: a wrong shape fails the assertion.
	const body: any = await response.json();
	return { status: response.status, body };
}

async function names(host: TestHost): Promise<readonly string[]> {
	return (await host.call("GET", "/api/v1/flows/")).body.map(({ name }: { name: string }) => name).sort();
}

it("takes a form with one flow, a list, an object with flows, or a zip archive of such files", async () => {
	const host = await openTestHost();
	const archive = packFiles([
		{ name: "E", text: JSON.stringify(echoFlow("E")) },
		{ name: "F", text: JSON.stringify({ flows: [echoFlow("F")] }) },
	]);
	for (const file of [
		JSON.stringify(echoFlow("A")),
		`\uFEFF${JSON.stringify([echoFlow("B")])}`,
		JSON.stringify({ flows: [echoFlow("C"), echoFlow("D")] }),
		archive,
	]) {
		const { status, body } = await upload(host, file);
		expect(status).toBe(201);
		expect(body[0]).toMatchObject({ id: expect.any(String), user_id: "local" });
	}
	expect(await names(host)).toEqual(["A", "B", "C", "D", "E", "F"]);
});

it.each<[string, string | Uint8Array<ArrayBuffer>, number, RegExp]>([
	["no JSON", "{", 422, /flow\.json.*not JSON/],
	["a number", "5", 422, /flow\.json is not an exported flow.*export it again/],
	["the second of two without a name", JSON.stringify({ flows: [echoFlow(), { data: null }] }), 422, /Flow number 2.*name/s],
	["nesting without end", "[".repeat(300), 422, /200 levels/],
	["a broken archive", packFiles([{ name: "A", text: "{}" }]).slice(0, 60), 422, /archive "flow\.json" cannot be read/],
	["an archive of a file that is no flow", packFiles([{ name: "A", text: "{}" }]), 422, /flow\.json: A\.json.*name/s],
	["an archive without JSON", packFiles([]), 422, /flow\.json/],
])("refuses %s, saves nothing and names the file", async (_what, file, status, detail) => {
	const host = await openTestHost();
	const refused = await upload(host, file);
	expect(refused).toMatchObject({ status, body: { detail: expect.stringMatching(detail), field: "file" } });
	expect(await names(host)).toEqual([]);
});

it("refuses a form without a file, and a form of another site", async () => {
	const host = await openTestHost();
	expect(await upload(host, "{}", { field: "data" })).toMatchObject({ status: 422, body: { field: "file" } });
	const foreign = { origin: "https://elsewhere.example" };
	expect((await upload(host, JSON.stringify(echoFlow()), { headers: foreign })).status).toBe(403);
	expect(await names(host)).toEqual([]);
});

it("gives an endpoint name that is taken a number, so that an export can be imported beside its original", async () => {
	const host = await openTestHost();
	const file = JSON.stringify(echoFlow("Echo", { endpoint_name: "echo" }));
	const given = [];
	for (let time = 0; time < 3; time++) given.push((await upload(host, file)).body[0].endpoint_name);
	expect(given).toEqual(["echo", "echo-1", "echo-2"]);
	expect((await host.call("POST", "/api/v1/run/echo-2", { input_value: "Hi" })).status).toBe(200);
});

it("gives several flows as a zip archive, which can be uploaded again, or as JSON to a client that takes nothing else", async () => {
	const host = await openTestHost();
	const ids: string[] = [];
	for (const name of ["Same", "Same", "a/b"]) ids.push((await host.call("POST", "/api/v1/flows/", echoFlow(name))).body.id);
	const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(ids) };
	const response = await host.app.request("/api/v1/flows/download/", init);
	expect(response.headers.get("content-type")).toBe("application/x-zip-compressed");
	expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=".*\.zip"$/);
	const archive = new Uint8Array(await response.arrayBuffer());
	expect((await upload(host, archive, { name: "flows.zip" })).body.map(({ name }: { name: string }) => name)).toEqual(["Same", "Same", "a/b"]);
	expect((await host.call("POST", "/api/v1/flows/download/", ids, { accept: "application/json" })).body.flows[2]).toEqual(echoFlow("a/b"));
	expect((await host.call("POST", "/api/v1/flows/download/", ids.slice(0, 1))).body).toEqual(echoFlow("Same"));
});
