import { createHostClient } from "@foldback/replay";

/** What a user says once at the start and asks for at the end. */
export interface StoryFacts {
	readonly opening: string;
	readonly question: string;
}

export interface StoryOptions {
	readonly hostUrl: string;
	readonly flowId: string;
	readonly sessionId: string;
	/** Fields of the Agent node for every turn. */
	readonly agent: Readonly<Record<string, unknown>>;
	readonly facts: StoryFacts;
}

/** Exchanges before the question. */
export const exchanges = 60;
const logExchange = 30;
const logChars = 30_000;

/**
 * Sixty exchanges of which the first holds the fact and one is a pasted log, then the question.
 * @returns the answer to the question.
 */
export async function tellStory({ hostUrl, flowId, sessionId, agent, facts }: StoryOptions): Promise<string> {
	const host = createHostClient(hostUrl);
	const say = (input: string) => host.run(flowId, { input, sessionId, tweaks: { Agent: agent } });
	await say(facts.opening);
	for (let exchange = 2; exchange <= exchanges; exchange += 1) await say(exchange === logExchange ? pastedLog() : smallTalk(exchange));
	return await say(facts.question);
}

const services = ["billing", "search", "mail", "login", "export", "upload", "report"];

/** Statements and questions about other things, no two alike. */
function smallTalk(exchange: number): string {
	const service = services[exchange % services.length];
	const report = `The ${service} job number ${exchange * 37} took ${exchange + 3} minutes this time.`;
	return exchange % 3 === 0 ? `${report} How long did the ${service} job take?` : report;
}

function pastedLog(): string {
	const lines = Array.from(
		{ length: 600 },
		(_, line) => `2026-11-30T10:${pad(line % 60)}:${pad((line * 7) % 60)}Z ERROR worker-${line % 9} request ${line * 7919} failed after ${line % 30} s`,
	);
	return `Here is the error log:\n${lines.join("\n")}`.slice(0, logChars).padEnd(logChars, "\nEOF");
}

function pad(value: number): string {
	return String(value).padStart(2, "0");
}
