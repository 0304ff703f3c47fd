import { readFile } from "node:fs/promises";
import { z } from "zod";

/** @returns a flow as an editor saves it that knows no session memory: an Agent with an empty model and the newest 100 messages. */
export async function supportFlow(name: string): Promise<Readonly<Record<string, unknown>>> {
	const text = await readFile(new URL("../fixtures/support-agent.json", import.meta.url), "utf8");
	return { ...z.record(z.string(), z.unknown()).parse(JSON.parse(text)), name };
}
