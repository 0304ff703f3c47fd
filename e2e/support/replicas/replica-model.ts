import type { ChatCompletionRequest } from "@foldback/replay";
import { type ScriptedModel, startScriptedModel } from "../scripted-model.ts";
import type { SeededRandom } from "../seeded-random.ts";
import { type Marker, markersIn, newMarker } from "./markers.ts";

/** A call that reached the model. */
export interface ModelCall {
	readonly atMs: number;
	readonly fold: boolean;
	readonly markers: readonly Marker[];
	/** Of a chat call: the marker of the input that it answers. */
	readonly input: string | undefined;
}

export interface ReplicaModel extends ScriptedModel {
	readonly calls: readonly ModelCall[];
	/** From now on nothing is slow and nothing fails. */
	behave(): void;
}

export const chatModels = ["chat", "chat-slow", "chat-flaky"] as const;
export const foldModels = ["fold", "fold-slow", "fold-flaky"] as const;

const failShare = 0.3;
const slowestMs = 400;

/** Chat models that answer with a marker of their own, and fold models whose summaries list the markers of all they were given. */
export async function startReplicaModel(random: SeededRandom): Promise<ReplicaModel> {
	const calls: ModelCall[] = [];
	let behaves = false;
	const script = async (request: ChatCompletionRequest) => {
		const call = toCall(request);
		calls.push(call);
		if (request.model.endsWith("-slow") && !behaves) await new Promise((resolve) => setTimeout(resolve, random.next() * slowestMs));
		if (request.model.endsWith("-flaky") && !behaves && random.next() < failShare) return { error: "This model fails now and then.", status: 500 };
		if (!call.fold) return { text: `Noted as ${newMarker(call.markers.at(-1)?.talk ?? 0)}.` };
		return { text: JSON.stringify({ pinned: {}, summary: call.markers.map(({ word }) => `- ${word}`).join("\n") }) };
	};
	const model = await startScriptedModel(script);
	return {
		...model,
		calls,
		behave: () => {
			behaves = true;
		},
	};
}

function toCall({ model, messages }: ChatCompletionRequest): ModelCall {
	const markers = markersIn(messages.map(({ text }) => text).join("\n"));
	return { atMs: Date.now(), fold: model.startsWith("fold"), markers, input: markersIn(messages.at(-1)?.text ?? "").at(-1)?.word };
}
