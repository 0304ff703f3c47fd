import { type FileHandle, open } from "node:fs/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { agentFlow } from "../testing/flows.fixture.ts";
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
	["streamed to its end", "/api/v1/run/support?stream=true", /^200: .*"event":"end"/s],
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
