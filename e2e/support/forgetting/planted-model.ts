import type { ChatCompletionRequest } from "@foldback/replay";
import { type ScriptedModel, startScriptedModel } from "../scripted-model.ts";

/** A model that keeps every request, folds whatever planted words it is given into summary and key facts, and in a chat repeats nothing. */
export interface PlantedModel extends ScriptedModel {
	/** The text of each request so far, in the order of their arrival. */
	readonly requests: readonly string[];
	/** The next fold that is given this word waits for what it resolves to: nothing to go on, or a status to fail with. */
	holdFold(word: string): { readonly arrived: Promise<void>; readonly release: (status?: number) => void };
}

/** Name of the model that folds. */
export const foldModel = "fold";

export async function startPlantedModel(): Promise<PlantedModel> {
	const requests: string[] = [];
	let held: { readonly word: string; readonly arrive: () => void; readonly released: Promise<number | undefined> } | undefined;
	const script = async ({ model, messages }: ChatCompletionRequest) => {
		const text = messages.map((message) => message.text).join("\n");
		requests.push(text);
		if (model !== foldModel) return { text: "Noted." };
		if (held && text.includes(held.word)) {
			const { arrive, released } = held;
			held = undefined;
			arrive();
			const status = await released;
			if (status !== undefined) return { error: "This fold fails.", status };
		}
		const words = [...new Set(text.match(plantedPattern))].join(" ");
		return { text: JSON.stringify({ pinned: { code: words }, summary: `- The words are: ${words}.` }) };
	};
	const model = await startScriptedModel(script);
	return {
		...model,
		requests,
		holdFold(word) {
			const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
			const { promise: released, resolve: release } = Promise.withResolvers<number | undefined>();
			held = { word, arrive, released };
			return { arrived, release };
		},
	};
}

const plantedPattern = /\bplanted[a-z]*\d+q\b/g;
let planted = 0;

/** @returns a word that nobody else says. */
export function newPlantedWord(name: string): string {
	planted += 1;
	return `planted${name.replaceAll(/[^a-z]/g, "")}${process.pid}${planted}q`;
}
