import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

interface ChatRequest {
	readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const requests: ChatRequest[] = [];
/** Folds when the request starts with instructions, otherwise says hello. */
const server = createServer((incoming, response) => {
	let body = "";
	incoming.on("data", (chunk: Buffer) => {
		body += String(chunk);
	});
	incoming.on("end", () => {
		const request: ChatRequest = JSON.parse(body);
		requests.push(request);
		const folds = request.messages[0]?.role !== "user";
		const content = folds ? '{"pinned":{"cluster":"EU"},"summary":"- the user is on the EU cluster"}' : "hello";
		const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
		response
			.writeHead(200, { "content-type": "application/json" })
			.end(JSON.stringify({ id: `answer ${requests.length}`, object: "chat.completion", created: 1, model: "m", choices }));
	});
});

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	vi.stubEnv("OPENAI_API_KEY", "test");
	vi.stubEnv("OPENAI_BASE_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
afterAll(() => void server.close());

test("every code block of the README is a file here, so it compiles", async () => {
	const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
	const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
	const files = await Promise.all((await readdir(new URL(".", import.meta.url))).map((name) => readFile(new URL(name, import.meta.url), "utf8")));
	expect(blocks).toHaveLength(6);
	for (const block of blocks) expect(files).toContain(block);
});

test("the quick start runs", async () => {
	const { chat } = await import("./quick-start.fixture.ts");
	for (let turn = 1; turn <= 16; turn += 1) expect(await chat("t", `message ${turn}`)).toBe("hello");
	const first = requests.at(-1)?.messages[0];
	expect(first?.role).toBe("user");
	expect(first?.content).toContain("- cluster: EU");
	expect(requests.at(-1)?.messages).toHaveLength(12);
});
