import { readFile } from "node:fs/promises";
import { z } from "zod";
import { ReplayError } from "./replay-error.ts";

const conversationSchema = z.looseObject({
	session: z.string().min(1),
	messages: z
		.array(z.looseObject({ role: z.enum(["system", "developer", "user", "assistant", "tool"]), content: z.string().nullish() }))
		.min(1)
		.refine((messages) => messages.some(({ role, content }) => role === "user" && (content ?? "").trim() !== ""), "holds no user message with text"),
});

/** One recorded session. `content` is null or absent for an assistant message that only calls tools. */
export type Conversation = z.infer<typeof conversationSchema>;
export type RecordedMessage = Conversation["messages"][number];

/**
 * Reads a file of recorded conversations: JSON Lines, one session an object a line; blank lines are skipped.
 * @throws ReplayError naming the file, the line and the field that is wrong.
 */
export async function readConversations(path: string): Promise<readonly Conversation[]> {
	const conversations = parseConversations(await readText(path), path);
	if (conversations.length === 0) throw new ReplayError(`${path} holds no conversation. Each line must be an object {"session": …, "messages": […]}.`);
	return conversations;
}

/** The same for text already read; `name` stands for it in errors. */
export function parseConversations(text: string, name: string): readonly Conversation[] {
	const firstLine = new Map<string, number>();
	return text.split("\n").flatMap((line, index) => {
		if (line.trim() === "") return [];
		const conversation = parseLine(line, `${name} line ${index + 1}`);
		const earlier = firstLine.get(conversation.session);
		if (earlier !== undefined) {
			throw new ReplayError(`${name} line ${index + 1}: session: ${JSON.stringify(conversation.session)} is also on line ${earlier}. Give each its own name.`);
		}
		firstLine.set(conversation.session, index + 1);
		return [conversation];
	});
}

function parseLine(line: string, place: string): Conversation {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch (error) {
		throw new ReplayError(`${place}: not valid JSON (${error instanceof Error ? error.message : String(error)}). One complete object belongs on one line.`);
	}
	const parsed = conversationSchema.safeParse(value);
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	const field = issue?.path.map(String).join(".") || "(the whole line)";
	throw new ReplayError(`${place}: ${field}: ${issue?.message ?? "is not what was expected"}.`);
}

async function readText(path: string): Promise<string> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : undefined;
		const reason = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : String(code ?? error);
		throw new ReplayError(`Cannot read ${path}: ${reason}. Give the path of a JSON Lines file of recorded conversations.`, { cause: error });
	}
}
