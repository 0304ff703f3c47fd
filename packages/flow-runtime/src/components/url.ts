import * as z from "zod";
import { type ComponentDefinition, type FlowValue, type NodeCall, toolOutput } from "../component.ts";
import { htmlMarkdown } from "../net/html-markdown.ts";
import { htmlText } from "../net/html-text.ts";
import type { PageResult } from "../net/read-page.ts";
import { requestHeaders } from "../net/request-headers.ts";
import { plainMessage } from "../node-inputs.ts";
import { toolSettings, toolsMetadataField } from "../tool-settings.ts";

const maxUrls = 20;
/** Pages of one crawl. */
const maxPages = 50;
/** Milliseconds of one crawl, after which no more pages are asked for. */
const maxCrawlMs = 120_000;
const formats = ["Text", "Markdown", "HTML"] as const;
/** Characters of one page that are passed on. */
const maxTextChars = 50_000;

/** Reads web pages as text. Where a connection may lead is the host's decision alone: see `allowAddresses` of the run context. */
export const url: ComponentDefinition = {
	type: "URLComponent",
	aliases: ["URL"],
	category: "data_sources",
	displayName: "URL",
	description: "Fetch content from one or more web pages.",
	icon: "layout-template",
	fields: [
		{ name: "urls", displayName: "URLs", inputType: "MessageTextInput", value: "", info: "Pages to read.", list: true },
		{
			name: "format",
			displayName: "Output Format",
			inputType: "DropdownInput",
			value: "Text",
			info: "Text: without markup. Markdown: with headings, lists and links. HTML: as it came.",
			advanced: true,
			options: ["Text", "Markdown", "HTML"],
		},
		{
			name: "max_depth",
			displayName: "Depth",
			inputType: "SliderInput",
			value: 1,
			info: "1: only these pages. 2: also the pages that they link to, and so on.",
			extra: { range_spec: { min: 1, max: 5, step: 1, step_type: "float" } },
		},
		{
			name: "prevent_outside",
			displayName: "Prevent Outside",
			inputType: "BoolInput",
			value: true,
			info: "Follow only links to the same host.",
			advanced: true,
		},
		{ name: "timeout", displayName: "Timeout", inputType: "IntInput", value: 30, info: "Seconds for one page.", advanced: true },
		{ name: "headers", displayName: "Headers", inputType: "TableInput", value: [], info: "HTTP headers to send.", advanced: true },
		{
			name: "continue_on_failure",
			displayName: "Continue on Failure",
			inputType: "BoolInput",
			value: true,
			info: "Leave out pages that cannot be read.",
			advanced: true,
		},
		{
			name: "check_response_status",
			displayName: "Check Response Status",
			inputType: "BoolInput",
			value: false,
			info: "Treat an HTTP error as a page that cannot be read.",
			advanced: true,
		},
		toolsMetadataField,
	],
	outputs: [
		{ name: "page_results", displayName: "Extracted Pages", types: ["DataFrame"], aliases: ["data", "dataframe"] },
		{ name: "raw_results", displayName: "Raw Content", types: ["Message"], aliases: ["text"] },
		toolOutput,
	],
	run: (call) => {
		let pages: Promise<readonly Page[]> | undefined;
		const read = () => {
			pages ??= readAll(call, call.inputs.texts("urls"));
			return pages;
		};
		return {
			page_results: async () => ({ kind: "data", data: (await read()).map((page) => ({ ...page })) }),
			raw_results: async () => {
				const text = (await read()).map((page) => page.text).join("\n\n");
				return { kind: "message", message: plainMessage(text, { sessionId: call.sessionId, contextId: "" }) };
			},
			component_as_tool: async () => asTool(call),
		};
	},
};

interface Page {
	readonly url: string;
	readonly text: string;
}

async function readAll(call: NodeCall, urls: readonly string[]): Promise<readonly Page[]> {
	const { inputs, context } = call;
	if (urls.length > maxUrls) throw inputs.refuse("urls", `${urls.length} URLs`, `at most ${maxUrls}`);
	const format = formatOf(call);
	const { crawl } = await import("../net/crawl.ts");
	const startedMs = context.now();
	const { pages, cut } = await crawl({
		starts: [...new Set(urls.map(withScheme))],
		maxDepth: inputs.integer("max_depth", { min: 1, max: 5 }),
		maxPages,
		sameHostOnly: inputs.boolean("prevent_outside"),
		read: (address) => readOne(call, address),
		isOver: () => context.now() - startedMs > maxCrawlMs,
	});
	if (cut) call.warn(`Not all pages were read: at most ${maxPages} pages, for at most ${maxCrawlMs / 1_000} seconds.`);
	const read: Page[] = [];
	for (const { address, depth, result } of pages) {
		if (result.read) read.push({ url: result.url, text: await pageText(result, format) });
		else if (inputs.boolean("continue_on_failure") || depth > 1) call.warn(result.reason);
		else throw inputs.refuse("urls", address, `a page that can be read (${result.reason})`);
	}
	return read;
}

type Format = (typeof formats)[number];

/** Older exports have other words. */
function formatOf({ inputs }: NodeCall): Format {
	const format = inputs.literal("format");
	return format === "Raw HTML" ? "HTML" : format === "JSON" || format === undefined || format === "" ? "Text" : inputs.choice("format", formats);
}

function withScheme(address: string): string {
	return /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
}

async function readOne({ inputs, context }: NodeCall, address: string): Promise<PageResult> {
	const { readPage } = await import("../net/read-page.ts");
	const seconds = inputs.integer("timeout", { min: 1, max: 120 });
	const result = await readPage(
		{
			url: withScheme(address),
			headers: requestHeaders(inputs.literal("headers")),
			timeoutMs: seconds * 1_000,
			signal: context.signal,
		},
		context.allowAddresses ? { allowAddresses: context.allowAddresses } : {},
	);
	if (!result.read || !inputs.boolean("check_response_status") || result.status < 400) return result;
	return { read: false, reason: `${result.url} answered ${result.status}.` };
}

async function asTool(call: NodeCall): Promise<FlowValue> {
	const settings = toolSettings(call.inputs, { name: "fetch_content", description: "Fetch the text of one or more web pages." });
	if (!settings.enabled) return { kind: "tools", tools: [] };
	const read = async ({ urls }: { urls: string[] }) => {
		const texts = urls.slice(0, maxUrls).map(async (address) => {
			const result = await readOne(call, address);
			return result.read ? pageText(result, formatOf(call)) : result.reason;
		});
		return (await Promise.all(texts)).join("\n\n");
	};
	const { tool } = await import("@langchain/core/tools");
	const schema = z.object({ urls: z.array(z.string()).describe("The URLs of the pages to read.") });
	return { kind: "tools", tools: [tool(read, { name: settings.name, description: settings.description, schema })] };
}

async function pageText(page: PageResult & { readonly read: true }, format: Format): Promise<string> {
	const text = await converted(page, format);
	return text.length > maxTextChars
		? `${text.slice(0, maxTextChars).toWellFormed()}
[… ${text.length - maxTextChars} characters left out]`
		: text;
}

async function converted({ body, contentType, url: address }: PageResult & { readonly read: true }, format: Format): Promise<string> {
	if (format === "HTML" || !/html/i.test(contentType)) return body;
	return format === "Markdown" ? htmlMarkdown(body, address) : htmlText(body);
}
