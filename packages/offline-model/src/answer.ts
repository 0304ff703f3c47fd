import { bestSentence } from "./best-sentence.ts";
import { type Evidence, evidenceIn, type Passage } from "./passage.ts";
import { readQuestion } from "./question.ts";
import { isQuestion, sentences } from "./sentences.ts";
import { isFunctionWord, words } from "./words.ts";

/** How the model names itself, in its first answer and whenever it finds nothing. */
export const disclaimer = "Offline demo model, not an LLM";
const foundNothing = `${disclaimer}: I found nothing about`;
const maxQuestions = 3;

/** @returns the answer to the last user passage, made only of sentences from the passages. */
export function answer(passages: readonly Passage[]): string {
	const at = passages.findLastIndex((passage) => passage.role === "user");
	const input = passages[at];
	if (input === undefined) return `${disclaimer}: I was sent no user message.`;
	const parts = sentences(input.text);
	const questions = parts.filter(isQuestion).slice(-maxQuestions);
	const first = !passages.slice(0, at).some((passage) => passage.role === "assistant");
	if (questions.length === 0) return first ? `${disclaimer}. Noted.` : "Noted.";
	const evidence = evidenceIn(passages.map((passage, index) => (index === at ? { ...passage, text: statements(parts) } : passage))).filter(isUsable);
	const answers = [...new Set(questions.map((question) => answerOne(question, evidence)))];
	const text = answers.join("\n");
	return first && !text.startsWith(disclaimer) ? `${disclaimer}. The closest I was sent: ${text}` : text;
}

/** @returns the sentence of a tool's output that answers the question, or its beginning when none does. */
export function answerFromTool(question: string, tool: { readonly name: string; readonly output: string }): string {
	const output = tool.output.trim();
	if (output === "") return `${tool.name} returned nothing.`;
	if (output.length <= maxToolChars) return `${tool.name}: ${output}`;
	const best = bestSentence(readQuestion(question), evidenceIn([{ role: "tool", text: output }]));
	return `${tool.name}: ${best?.text ?? `${[...output.slice(0, maxToolChars)].slice(0, -1).join("")}…`}`;
}

const maxToolChars = 400;

function answerOne(text: string, evidence: readonly Evidence[]): string {
	const best = bestSentence(readQuestion(text), evidence);
	return best === undefined ? `${foundNothing} ${topicOf(text)} in what I was sent.` : best.text.replace(/^(?:[-*•]\s+)+/, "");
}

function statements(parts: readonly string[]): string {
	return parts.filter((part) => !isQuestion(part)).join("\n");
}

/** What this model said before about finding nothing is no evidence. */
function isUsable(sentence: Evidence): boolean {
	return sentence.role !== "assistant" || !sentence.text.startsWith(disclaimer) || sentence.text.includes("closest I was sent");
}

function topicOf(question: string): string {
	const content = words(question).filter((word) => !isFunctionWord(word));
	const named = [...new Set(content)].slice(0, 6).join(" ");
	return named === "" ? "that" : `“${named}”`;
}
