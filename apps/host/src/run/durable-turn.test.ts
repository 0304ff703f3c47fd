import { type FileHandle, open } from "node:fs/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { agentFlow } from "../testing/flows.fixture.ts";
import { openOpenAI } from "../testing/openai.fixture.ts";
import { openTestHost } from "../testing/test-host.fixture.ts";

/** Holds every sync of a file until it is released. */
async function holdSyncs() {
	const probe = await open(import.meta.filename);
	const prototype: Pick<FileHandle, "datasync"> = Object.getPrototypeOf(probe);
	await probe.close();
	const { datasync } = prototype;
	const held: (() => void)[] = [];
	const spy = vi.spyOn(prototype, "datasync").mockImplementation(async function (this: FileHandle) {
		await new Promise<void>((resolve) => held.push(resolve));
		await datasync.call(this);
	});
	onTestFinished(() => spy.mockRestore());
	return { held, spy };
}

it.each([
	["answered", "/api/v1/run/support", /^200: .*Offline/],
	["told to have failed", "/api/v1/run/failing", /^4\d\d: .*no-such-model/],
])("a turn is %s once its rows are on disk, with one sync for all of them", async (_, path, expected) => {
	const host = await openTestHost();
	await host.call("POST", "/api/v1/flows/", agentFlow("Support", {}, { endpoint_name: "support" }));
	await host.call("POST", "/api/v1/flows/", agentFlow("Failing", { model: "no-such-model" }, { endpoint_name: "failing" }));
	const { held, spy } = await holdSyncs();
	let told = "";
	const turn = host.call("POST", path, { input_value: "Hello", session_id: "s" }).then(({ status, body }) => {
		told = `${status}: ${typeof body === "string" ? body : JSON.stringify(body)}`;
	});
	await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 20_000 });
	const rows = await host.store.messages.list("local", { sessionId: "s" });
	expect(rows.map(({ sender }) => sender)).toEqual(["User", "Machine"]);
	await new Promise((resolve) => setImmediate(resolve));
	expect(told).toBe("");
	held[0]?.();
	await turn;
	expect(told).toMatch(expected);
	// The run's record comes after the answer, and nobody waits for it.
	await host.turns.drain(10_000);
	expect(held).toHaveLength(1);
	spy.mockRestore();
});

it("a streamed turn tells of each row once it is on disk, and of tokens in between", async () => {
	const openai = await openOpenAI();
	const host = await openTestHost({ OPENAI_BASE_URL: openai.url, FOLDBACK_MODEL: "m" });
	await host.call("POST", "/api/v1/flows/", agentFlow("Support", {}, { endpoint_name: "support" }));
	const { held } = await holdSyncs();
	const body = JSON.stringify({ input_value: "Hello", session_id: "s" });
	const headers = { "content-type": "application/json" };
	let text = "";
	const turn = (async () => {
		const response = await host.app.request("/api/v1/run/support?stream=true", { method: "POST", headers, body });
		for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
	})();
	const told = () =>
		text
			.split("\n\n")
			.filter(Boolean)
			.map((line): { event: string; data: { sender?: string } } => JSON.parse(line))
			.map(({ event, data }) => data.sender ?? event);
	const call = await openai.next();
	await vi.waitFor(() => expect(held).toHaveLength(1));
	expect(told()).toEqual([]);
	held[0]?.();
	await vi.waitFor(() => expect(told()).toEqual(["User"]));
	call.finish("Hi.");
	await vi.waitFor(() => expect(held).toHaveLength(2));
	expect(new Set(told().slice(1))).toEqual(new Set(["token"]));
	held[1]?.();
	await turn;
	expect(told().slice(-2)).toEqual(["Machine", "end"]);
	expect(held).toHaveLength(2);
});

it("a streamed turn tells of no row that the disk failed to keep", async () => {
	const host = await openTestHost();
	await host.call("POST", "/api/v1/flows/", agentFlow("Support", {}, { endpoint_name: "support" }));
	const { spy } = await holdSyncs();
	spy.mockImplementation(() => Promise.reject(new Error("EIO")));
	const { status, body } = await host.call("POST", "/api/v1/run/support?stream=true", { input_value: "Hello", session_id: "s" });
	expect([status, body.type]).toEqual([503, "urn:foldback:problem:database-failed"]);
});
