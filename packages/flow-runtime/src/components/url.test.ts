import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultComponents } from "../default-components.ts";
import { edgeJson, flowJson, nodeJson } from "../flow.fixture.ts";
import type { Json, JsonObject } from "../json.ts";
import { createRegistry } from "../registry.ts";
import { component, run, textOf, warnings } from "../run.fixture.ts";
import type { RunContext } from "../run-context.ts";

const html =
	"<html><head><title>T</title><style>p{}</style><script>evil()</script></head><body><h1>Recipe</h1><p>Two eggs &amp; flour.</p><img src='x'></body></html>";
const server = createServer((request, response) => {
	if (request.url === "/404") response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
	else if (request.url === "/deep") response.setHeader("content-type", "text/html").end("<div>".repeat(50_000));
	else if (request.url === "/headers") response.setHeader("content-type", "text/plain").end(JSON.stringify(request.headers));
	else if (request.url === "/long") response.setHeader("content-type", "text/plain").end("x".repeat(60_000));
	else response.setHeader("content-type", "text/html; charset=utf-8").end(html);
});
let base = "";

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // A TCP server has a port.
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const read = (path: string, values: JsonObject = {}, context: Partial<RunContext> = { allowAddresses: ["127.0.0.1"] }) => {
	const urls: Json = [`${base}${path}`];
	const json = flowJson(
		[nodeJson(component("URLComponent"), "url", { urls, ...values }), nodeJson(component("TextOutput"), "out")],
		[edgeJson("url", "raw_results", "out", "input_value")],
	);
	return run(json, { outputType: "text" }, context);
};

describe("as a step of the flow", () => {
	test("gives a page as text, without scripts and markup", async () => {
		const text = textOf(await read("/"));
		expect(text).toMatch(/recipe/i);
		expect(text).toContain("Two eggs & flour.");
		expect(text).not.toMatch(/evil|<p>|p\{\}/);
	});

	test("or as it came", async () => {
		expect(textOf(await read("/", { format: "HTML" }))).toBe(html);
	});

	test("sends its headers, but none that belong to the connection", async () => {
		const headers: Json = [
			{ key: "X-Own", value: "yes" },
			{ key: "Host", value: "evil.example" },
			{ key: "Bad Name", value: "x" },
			{ key: "X-Split", value: "a\r\nb: c" },
		];
		const sent = textOf(await read("/headers", { headers })) ?? "";
		expect(JSON.parse(sent)).toMatchObject({ "x-own": "yes", host: base.replace("http://", "") });
		expect(sent).not.toMatch(/evil|split/i);
	});

	test("a long page is cut, and says so", async () => {
		expect(textOf(await read("/long"))).toMatch(/x\n\[… 10000 characters left out\]$/);
	});

	test("a deeply nested page neither crashes nor hangs", async () => {
		expect((await read("/deep")).result.outputs).toHaveLength(1);
	});

	test("an error status is a page, unless it is checked", async () => {
		expect(textOf(await read("/404"))).toBe("nothing here");
		const failed = read("/404", { check_response_status: true, continue_on_failure: false });
		await expect(failed).rejects.toMatchObject({ code: "invalid-value", nodeId: "url", field: "urls" });
	});

	test("several pages; those that cannot be read are left out with a warning", async () => {
		const done = await read("/", { urls: [`${base}/404`, "http://10.0.0.1/", `${base}/404#again`] });
		expect(textOf(done)).toBe("nothing here\n\nnothing here");
		expect(warnings(done.events)).toEqual([expect.stringContaining("10.0.0.1")]);
	});
});

test("nothing in a flow or a tweak opens private addresses", async () => {
	const closed = await read("/", { allowAddresses: ["127.0.0.1"], allow_addresses: ["127.0.0.1"] }, {});
	expect(textOf(closed)).toBe("");
	expect(warnings(closed.events).join()).toContain("not a public address");
});

test("too many pages are refused", async () => {
	await expect(read("/", { urls: Array.from({ length: 21 }, () => base) })).rejects.toMatchObject({ field: "urls" });
});

describe("as an Agent's tool", () => {
	const call = async (input: JsonObject, context: Partial<RunContext>) => {
		const results: Json[] = [];
		const json = flowJson(
			[nodeJson(component("URLComponent"), "url"), nodeJson(component("TextOutput"), "out")],
			[edgeJson("url", "component_as_tool", "out", "input_value")],
		);
		const holder = component("TextOutput");
		const registry = createRegistry([
			...defaultComponents.filter((definition) => definition !== holder),
			{
				...holder,
				run: ({ inputs }) => ({
					text: async () => {
						for (const tool of inputs.tools("input_value")) results.push(tool.name, String(await tool.invoke(input)));
						return { kind: "data", data: results };
					},
				}),
			},
		]);
		await run(json, { outputType: "text" }, { ...context, registry });
		return results;
	};

	test("reads the pages that the model names", async () => {
		expect(await call({ urls: [`${base}/404`] }, { allowAddresses: ["127.0.0.1"] })).toEqual(["fetch_content", "nothing here"]);
	});

	test("tells the model what was refused", async () => {
		expect(await call({ urls: [base] }, {})).toEqual(["fetch_content", expect.stringContaining("not a public address")]);
	});
});
