import { createModelProvider } from "@foldback/agent-component";
import { describe, expect, test } from "vitest";
import { createChat } from "./chat.fixture.ts";
import type { ComponentDefinition } from "./component.ts";
import { defaultComponents } from "./default-components.ts";
import { edgeJson, flowJson, nodeJson } from "./flow.fixture.ts";
import type { Json, JsonObject } from "./json.ts";
import { createRegistry } from "./registry.ts";
import { component, run, textOf, warnings } from "./run.fixture.ts";
import type { RunEvent, RunRequest } from "./run-context.ts";

const node = (type: string, id: string, values: JsonObject = {}) => nodeJson(component(type), id, values);
const text = flowJson(
	[
		node("TextOutput", "out"),
		node("Prompt", "b", { template: "b{x}" }),
		node("Prompt", "a", { template: "a{x}" }),
		node("TextInput", "in"),
		node("Prompt", "unused"),
	],
	[edgeJson("in", "text", "a", "x"), edgeJson("a", "prompt", "b", "x"), edgeJson("b", "prompt", "out", "input_value"), edgeJson("in", "text", "unused", "x")],
);
const asText: Partial<RunRequest> = { inputType: "text", outputType: "text", inputValue: "!" };
const chat = flowJson([node("ChatOutput", "out"), node("ChatInput", "in")], [edgeJson("in", "message", "out", "input_value")]);
const started = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === "node-started" ? [event.nodeId] : []));

/** A component whose run is given by the test. */
const custom = (start: ComponentDefinition["run"]): ComponentDefinition => ({
	type: "Custom",
	category: "test",
	displayName: "Custom",
	description: "",
	icon: "",
	fields: [
		{ name: "input_value", displayName: "In", inputType: "MessageInput", value: "", inputTypes: ["Message"] },
		{ name: "key", displayName: "Key", inputType: "SecretStrInput", value: "" },
	],
	outputs: [
		{ name: "one", displayName: "One", types: ["Message"] },
		{ name: "two", displayName: "Two", types: ["Message"] },
	],
	run: start,
});
const between = (definition: ComponentDefinition, values: JsonObject = {}, more: readonly JsonObject[] = []) =>
	flowJson(
		[node("ChatInput", "in"), nodeJson(definition, "custom", values), node("ChatOutput", "out")],
		[edgeJson("in", "message", "custom", "input_value"), edgeJson("custom", "one", "out", "input_value"), ...more],
	);
const withCustom = (definition: ComponentDefinition) => ({ registry: createRegistry([...defaultComponents, definition]) });
const reply = async (value: string) =>
	({ kind: "message", message: { text: value, sender: "Machine", senderName: "AI", sessionId: "", contextId: "", files: [] } }) as const;

describe("what runs", () => {
	test("only what the wanted output needs, causes first, and events say so in order", async () => {
		const done = await run(text, asText);
		expect(textOf(done)).toBe("ba!");
		expect(started(done.events)).toEqual(["in", "a", "b", "out"]);
		expect(done.events.map((event) => event.type).slice(0, 4)).toEqual(["node-started", "node-finished", "node-started", "node-finished"]);
	});

	test("the chat input first, wherever it stands", async () => {
		const late = flowJson(
			[node("TextInput", "text"), node("Prompt", "p", { template: "{x}{y}" }), node("ChatOutput", "out"), node("ChatInput", "in")],
			[edgeJson("text", "text", "p", "x"), edgeJson("in", "message", "p", "y"), edgeJson("p", "prompt", "out", "input_value")],
		);
		const done = await run(late, { inputValue: "x" });
		expect(started(done.events)[0]).toBe("in");
		expect(done.events.findIndex((event) => event.type === "message-stored")).toBeLessThan(done.events.findIndex((event) => event.type === "node-finished"));
	});

	test("a chat input that nothing uses still stores the user's row", async () => {
		const apart = flowJson([node("ChatInput", "in"), node("TextInput", "t"), node("TextOutput", "out")], [edgeJson("t", "text", "out", "input_value")]);
		const done = await run(apart, { inputValue: "kept", outputType: "text" });
		expect(done.chat.rows.map((row) => row.text)).toEqual(["kept"]);
		expect(done.result.outputs.map((output) => output.componentId)).toEqual(["out"]);
	});

	test("one node by id, whatever it is", async () => {
		const done = await run(text, { ...asText, outputComponent: "a" });
		expect(done.result.outputs).toMatchObject([{ componentId: "a", message: { text: "a!" } }]);
		expect(started(done.events)).toEqual(["in", "a"]);
	});

	test("any: every output; debug: every node with text", async () => {
		const both = flowJson(
			[node("ChatInput", "in"), node("ChatOutput", "chat"), node("TextOutput", "text")],
			[edgeJson("in", "message", "chat", "input_value"), edgeJson("in", "message", "text", "input_value")],
		);
		const ids = async (outputType: RunRequest["outputType"]) =>
			(await run(both, { inputValue: "x", outputType })).result.outputs.map((output) => output.componentId);
		expect(await ids("any")).toEqual(["chat", "text"]);
		expect(await ids("chat")).toEqual(["chat"]);
		expect(await ids("debug")).toEqual(["in", "chat", "text"]);
	});

	test("two outputs of one node share one execution, and each is computed once", async () => {
		const calls: string[] = [];
		const definition = custom(() => {
			calls.push("start");
			const output = (name: string) => async () => {
				calls.push(name);
				return reply(name);
			};
			return { one: output("one"), two: output("two") };
		});
		const json = flowJson(
			[node("ChatInput", "in"), nodeJson(definition, "custom"), node("ChatOutput", "out"), node("ChatOutput", "out-2"), node("TextOutput", "out-3")],
			[
				edgeJson("in", "message", "custom", "input_value"),
				edgeJson("custom", "one", "out", "input_value"),
				edgeJson("custom", "two", "out-2", "input_value"),
				edgeJson("custom", "one", "out-3", "input_value"),
			],
		);
		const done = await run(json, { inputValue: "x", outputType: "any" }, withCustom(definition));
		expect(calls).toEqual(["start", "one", "two"]);
		expect(done.result.outputs.map((output) => output.message.text)).toEqual(["one", "two", "one"]);
	});
});

describe("at the same time", () => {
	/** A node that waits until so many of its kind run. */
	const meeting = (together: number, then: (nodeId: string) => void = () => {}) => {
		const all = Promise.withResolvers<void>();
		let running = 0;
		let most = 0;
		const definition = custom(({ node: { id } }) => ({
			one: async () => {
				running += 1;
				most = Math.max(most, running);
				if (running === together) all.resolve();
				await all.promise;
				then(id);
				running -= 1;
				return reply(id);
			},
		}));
		return { definition, most: () => most };
	};
	const branches = (definition: ComponentDefinition, count: number) => {
		const ids = Array.from({ length: count }, (_, index) => `branch-${index}`);
		return flowJson(
			[node("ChatInput", "in"), ...ids.flatMap((id) => [nodeJson(definition, id), node("TextOutput", `out-${id}`)])],
			ids.flatMap((id) => [edgeJson("in", "message", id, "input_value"), edgeJson(id, "one", `out-${id}`, "input_value")]),
		);
	};

	test("independent branches run, but no more than four; outputs stay in the flow's order", async () => {
		const { definition, most } = meeting(4);
		const done = await run(branches(definition, 8), { inputValue: "x", outputType: "text" }, withCustom(definition));
		expect(most()).toBe(4);
		expect(done.result.outputs.map((output) => output.message.text)).toEqual(Array.from({ length: 8 }, (_, index) => `branch-${index}`));
	});

	test("each node's events are in order and tell its time", async () => {
		const { definition } = meeting(2);
		const done = await run(branches(definition, 2), { inputValue: "x", outputType: "text" }, withCustom(definition));
		for (const nodeId of ["in", "branch-0", "branch-1", "out-branch-0", "out-branch-1"]) {
			const own = done.events.filter((event) => "nodeId" in event && event.nodeId === nodeId && event.type !== "message-stored");
			expect(own).toEqual([
				{ type: "node-started", nodeId },
				{ type: "node-finished", nodeId, durationMs: expect.any(Number) },
			]);
		}
	});

	test("the failure of one stops the others, is thrown, and leaves one error row", async () => {
		const memory = createChat();
		let stopped = 0;
		const waiting = custom(({ node: { id }, context: { signal } }) => ({
			one: () =>
				new Promise((_resolve, reject) => {
					signal.addEventListener("abort", () => {
						stopped += 1;
						reject(new Error("stopped by the signal"));
					});
					if (id === "branch-2") reject(new Error("broken"));
				}),
		}));
		const failed = run(branches(waiting, 3), { inputValue: "x", outputType: "text" }, { chat: memory, ...withCustom(waiting) });
		await expect(failed).rejects.toMatchObject({ code: "node-failed", nodeId: "branch-2", message: expect.stringContaining("broken") });
		expect(stopped).toBe(3);
		expect(memory.rows.map((row) => row.error ?? false)).toEqual([false, true]);
	});

	test("an answer is stored before what comes after the same node starts, so that every run reads the same", async () => {
		const flow = flowJson(
			[node("ChatInput", "in"), node("Agent", "first"), node("Agent", "second"), node("TextOutput", "text"), node("ChatOutput", "out")],
			[
				edgeJson("in", "message", "first", "input_value"),
				edgeJson("first", "response", "second", "input_value"),
				edgeJson("second", "response", "text", "input_value"),
				edgeJson("first", "response", "out", "input_value"),
			],
		);
		const done = await run(flow, { inputValue: "hello", outputType: "any" }, { models: createModelProvider() });
		expect(started(done.events)).toEqual(["in", "first", "out", "second", "text"]);
		const calls = done.events.flatMap((event) => (event.type === "agent" && event.event.type === "model-called" ? [event.event.call.messages.length] : []));
		expect(calls).toEqual([1, 2]);
	});

	test("what nodes opened is closed when the run ends, also when it fails", async () => {
		const closed: string[] = [];
		const opening = custom(({ inputs, onRunEnd }) => ({
			one: async () => {
				onRunEnd(async () => void closed.push("closed"));
				if (inputs.text("input_value") === "fail") throw new Error("broken");
				return reply("done");
			},
		}));
		await run(between(opening), { inputValue: "x" }, withCustom(opening));
		await expect(run(between(opening), { inputValue: "fail" }, withCustom(opening))).rejects.toThrow("broken");
		expect(closed).toEqual(["closed", "closed"]);
	});
});

describe("the effective session", () => {
	test.each([
		["the request's", { sessionId: "asked" }, "own", "asked"],
		["else the chat input's own", {}, "own", "own"],
		["else a tweak's", { tweaks: { in: { session_id: "tweaked" } } }, "own", "tweaked"],
		["else the flow id", {}, "", "flow-1"],
	])("%s", async (_which, request, own, expected) => {
		const json = flowJson([node("ChatInput", "in", { session_id: own }), node("ChatOutput", "out")], [edgeJson("in", "message", "out", "input_value")]);
		const done = await run(json, { inputValue: "x", ...request });
		expect(done.result.sessionId).toBe(expected);
		expect(done.chat.rows.map((row) => row.sessionId)).toEqual([expected, expected]);
	});
});

describe("requests that are refused", () => {
	test.each([
		["by id", { in: { input_value: "y" } }],
		["by name", { "Chat Input": { input_value: "y" } }],
		["in the other spelling", { in: { inputValue: "y" } }],
	])("input_value and a chat input tweak, %s", async (_how, tweaks) => {
		await expect(run(chat, { inputValue: "x", tweaks })).rejects.toMatchObject({ code: "input-conflict", nodeId: "in", field: "input_value" });
		expect(textOf(await run(chat, { tweaks }))).toBe("y");
	});

	test.each([
		["an unknown output component", { outputComponent: "gone" }, "output_component"],
		["no output of the type", { outputType: "text" }, "output_type"],
	] as const)("%s", async (_what, request, field) => {
		await expect(run(chat, { inputValue: "x", ...request })).rejects.toMatchObject({ code: "no-output", field });
	});

	test("nothing is stored for a flow that cannot run", async () => {
		const memory = createChat();
		const foreign: JsonObject = { id: "X-1", type: "genericNode", data: { type: "X", node: { display_name: "Ex", template: {} } } };
		const json = flowJson([node("ChatInput", "in"), foreign, node("ChatOutput", "out")], [edgeJson("in", "message", "out", "input_value")]);
		await expect(run(json, { inputValue: "x" }, { chat: memory })).rejects.toMatchObject({ code: "unsupported-node", nodeId: "X-1", nodeType: "X" });
		expect(memory.rows).toEqual([]);
	});
});

describe("a component that fails", () => {
	const failing = custom(({ inputs }) => {
		throw new Error(`401: wrong key ${inputs.text("key")}`);
	});

	test("is named, keeps its cause, and leaves an error row without secrets", async () => {
		const memory = createChat();
		const failed = run(between(failing, { key: "sk-1234567890" }), { inputValue: "x", sessionId: "s" }, { chat: memory, ...withCustom(failing) });
		await expect(failed).rejects.toMatchObject({ code: "node-failed", nodeId: "custom", nodeType: "Custom", cause: expect.any(Error) });
		await expect(failed).rejects.not.toThrow("sk-1234567890");
		expect(memory.rows[1]).toMatchObject({ error: true, category: "error", sender: "Machine", senderName: "Custom", sessionId: "s" });
		expect(memory.rows[1]?.text).toMatch(/Custom.*401: wrong key \[secret\]/);
	});

	test("does not tell the secrets that the host has opened in the flow", async () => {
		const telling = custom(() => {
			throw new Error("refused: Bearer 1234567890");
		});
		const failed = run(between(telling), { inputValue: "x" }, { secrets: ["Bearer 1234567890"], ...withCustom(telling) });
		await expect(failed).rejects.toThrow(/refused: \[secret\]/);
	});

	test("leaves no row when the input was deleted meanwhile, or nothing is stored at all", async () => {
		const memory = createChat();
		const deleting = custom(() => {
			memory.rows.length = 0;
			throw new Error("failed");
		});
		await expect(run(between(deleting), { inputValue: "x" }, { chat: memory, ...withCustom(deleting) })).rejects.toThrow("failed");
		expect(memory.rows).toEqual([]);
		await expect(run(between(failing), { inputValue: "x" }, { storeless: true, ...withCustom(failing) })).rejects.toThrow("401");
	});

	test("keeps its own error when the error row cannot be stored either", async () => {
		const memory = createChat();
		const append: typeof memory.append = (message, options) => (message.error ? Promise.reject(new Error("disk full")) : memory.append(message, options));
		await expect(run(between(failing), { inputValue: "x" }, { messages: { append }, ...withCustom(failing) })).rejects.toThrow("401");
	});
});

describe("cancelling", () => {
	test("stops between nodes with the signal's reason, and stores no answer and no error", async () => {
		const controller = new AbortController();
		const memory = createChat();
		const stopping = custom(() => ({
			one: async () => {
				controller.abort(new Error("stopped"));
				return reply("too late");
			},
		}));
		const stopped = run(between(stopping), { inputValue: "x" }, { signal: controller.signal, chat: memory, ...withCustom(stopping) });
		await expect(stopped).rejects.toThrow("stopped");
		expect(memory.rows.map((row) => row.text)).toEqual(["x"]);
	});

	test("an agent that is stopped throws the reason too", async () => {
		const controller = new AbortController();
		const flow = flowJson(
			[node("ChatInput", "in"), node("Agent", "agent"), node("ChatOutput", "out")],
			[edgeJson("in", "message", "agent", "input_value"), edgeJson("agent", "response", "out", "input_value")],
		);
		const onEvent = (event: RunEvent) => {
			if (event.type === "agent" && event.event.type === "token") controller.abort(new Error("stopped"));
		};
		const memory = createChat();
		const stopped = run(flow, { inputValue: "x" }, { models: createModelProvider(), signal: controller.signal, onEvent, chat: memory });
		await expect(stopped).rejects.toThrow("stopped");
		expect(memory.rows).toHaveLength(1);
	});
});

describe("variables", () => {
	const echo = custom(({ inputs }) => ({ one: () => reply(inputs.text("key")) }));
	const variable = async (name: string) => (name === "KEY" ? "from the host" : undefined);
	const named = (value: Json) => {
		const json = between(echo, { key: value });
		return JSON.parse(JSON.stringify(json).replaceAll('"load_from_db":false', '"load_from_db":true')) as JsonObject; // A fixture of JSON.
	};

	test("load_from_db names are resolved by the host", async () => {
		expect(textOf(await run(named("KEY"), { inputValue: "x" }, { variable, ...withCustom(echo) }))).toBe("from the host");
	});

	test.each([
		["unknown", { variable }],
		["without variables", {}],
	])("%s names are empty, with a warning that names the field", async (_which, context) => {
		const done = await run(named("HOME"), { inputValue: "x" }, { ...context, ...withCustom(echo) });
		expect(textOf(done)).toBe("");
		expect(warnings(done.events)[0]).toMatch(/custom.*HOME.*key/);
	});

	test("the host learns for which field it resolves a name, and whether that keeps a secret", async () => {
		const asked: unknown[] = [];
		const telling = async (name: string, field: unknown) => {
			asked.push([name, field]);
			return name;
		};
		await run(
			named("KEY"),
			{ inputValue: "x", tweaks: { custom: { key: { value: "OTHER", load_from_db: true } } } },
			{ variable: telling, ...withCustom(echo) },
		);
		expect(asked).toEqual([["OTHER", { nodeId: "custom", name: "key", isSecret: true }]]);
	});

	test("a secret that was given as a name is not repeated in the warning", async () => {
		const done = await run(named("sk-live-1234567890"), { inputValue: "x" }, { variable, ...withCustom(echo) });
		expect(warnings(done.events)[0]).toMatch(/custom.*hidden.*key/);
		expect(JSON.stringify(warnings(done.events))).not.toContain("sk-live");
	});

	test("a tweak is a literal, unless it says that it names a variable", async () => {
		const literal = await run(named("KEY"), { inputValue: "x", tweaks: { custom: { key: "KEY" } } }, { variable, ...withCustom(echo) });
		expect(textOf(literal)).toBe("KEY");
		const byName = await run(
			between(echo),
			{ inputValue: "x", tweaks: { custom: { key: { value: "KEY", load_from_db: true } } } },
			{ variable, ...withCustom(echo) },
		);
		expect(textOf(byName)).toBe("from the host");
	});
});

test("connections that have no effect are told", async () => {
	const echo = custom(({ inputs }) => ({ one: () => reply(inputs.text("input_value")) }));
	const json = between(echo, {}, [edgeJson("in", "message", "custom", "unheard")]);
	const done = await run(json, { inputValue: "x", tweaks: { custom: { input_value: "tweak" } } }, withCustom(echo));
	expect(textOf(done)).toBe("x");
	expect(warnings(done.events).join("\n")).toMatch(/input_value is connected[\s\S]*unheard/);
});
