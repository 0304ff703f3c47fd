import fc from "fast-check";
import { expect, test } from "vitest";
import { renderTemplate, templateVariables } from "./render-template.ts";

const values: Readonly<Record<string, string>> = { name: "Ada", trap: "$& $' $` {name} {{name}}" };
const render = (template: string, brackets: "single" | "double") => renderTemplate(template, brackets, (name) => values[name]);

test.each([
	["Hello {name}!", "single", "Hello Ada!"],
	["{{name}} is {name}", "single", "{name} is Ada"],
	["{unknown} stays, so does { name } and {}", "single", "{unknown} stays, so does { name } and {}"],
	['{"a": 1}', "single", '{"a": 1}'],
	["{trap}", "single", "$& $' $` {name} {{name}}"],
	["{{name}} {{ name }} {name}", "double", "Ada Ada {name}"],
	["{{trap}}", "double", "$& $' $` {name} {{name}}"],
	["{{{name}}}", "single", "{Ada}"],
	["", "single", ""],
] as const)("%s with %s brackets", (template, brackets, text) => {
	expect(render(template, brackets)).toBe(text);
});

test("variables, each once, in order", () => {
	expect(templateVariables("{b} {a} {b} {{c}} {größe}", "single")).toEqual(["b", "a", "größe"]);
	expect(templateVariables("{b} {{a}} {{ c }}", "double")).toEqual(["a", "c"]);
});

test("a value arrives as it is, whatever it holds", () => {
	fc.assert(fc.property(fc.string({ unit: "binary" }), (value) => renderTemplate("<{x}>", "single", () => value) === `<${value}>`));
});

test("a template that would fill the memory is refused before it does", () => {
	const refused = expect.objectContaining({ code: "invalid-value", message: expect.stringMatching(/more than 10,000,000 characters\. Use/) });
	const render = (times: number) => renderTemplate("{x}".repeat(times), "single", () => "a".repeat(10_000));
	expect(render(1_000)).toHaveLength(10_000_000);
	expect(() => render(1_001)).toThrow(refused);
});
