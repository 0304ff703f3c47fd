import { expect, test } from "vitest";
import { adoptSecrets, isSecretReference, sealedSecrets } from "./adopt-secrets.ts";
import { changeEntries } from "./change-field.ts";
import { changeNode, findNode, rawTemplate, withTemplate } from "./document.ts";
import { sampleFlow } from "./sample-flow.fixture.ts";

const keyed = (value: string, named = false) =>
	changeNode(sampleFlow, "Agent-a1", (node) => withTemplate(node, { ...rawTemplate(node), api_key: { value, load_from_db: named, password: true } }));
const reference = "foldback-secret:1234";

test("what a save has sealed is replaced wherever the typed secret stands, and nowhere else", () => {
	const secrets = sealedSecrets(keyed("sk-typed"), keyed(reference, true));
	expect(secrets).toMatchObject([{ nodeId: "Agent-a1", field: "api_key", typed: "sk-typed" }]);
	expect(adoptSecrets(keyed("sk-typed"), secrets)).toEqual(keyed(reference, true));
	const other = keyed("sk-other");
	expect(adoptSecrets(other, secrets)).toBe(other);
	expect(adoptSecrets(sampleFlow, secrets)).toBe(sampleFlow);
	expect(sealedSecrets(keyed(reference, true), keyed(reference, true))).toEqual([]);
});

test("only references say nothing", () => {
	expect([reference, "sk-typed", "", undefined, 7].map(isSecretReference)).toEqual([true, false, false, false, false]);
});

test("other keys of the entry stay", () => {
	const shown = changeEntries(keyed("sk-typed"), [{ nodeId: "Agent-a1", field: "api_key", key: "advanced", value: true }], () => undefined);
	const adopted = adoptSecrets(shown, sealedSecrets(keyed("sk-typed"), keyed(reference, true)));
	expect(rawTemplate(findNode(adopted, "Agent-a1") ?? {}).api_key).toEqual({ value: reference, load_from_db: true, password: true, advanced: true });
});
