import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";

/* A process of its own that writes to a file until it is ended, and prints the id of each message that was acknowledged to it. */

const [path = ""] = process.argv.slice(2);
const store = await openSqliteStore({ path });
for (let number = 0; ; number++) {
	const result = await store.messages.append({ flowId: "flow", userId: "ann", sessionId: "chat", sender: "User", text: `${number} ${"x".repeat(2_000)}` });
	if (result.stored) process.stdout.write(`${result.message.id}\n`);
}
