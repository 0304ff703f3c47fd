import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { Message } from "../api/messages.ts";
import { addMessages } from "./add-messages.ts";
import { aMessage } from "./message.fixture.ts";
import { allMessagesKey } from "./use-messages.ts";

const session = { flowId: "flow", sessionId: "session" };
const queryKey = allMessagesKey(session.flowId, session.sessionId);
const ids = (client: QueryClient) => client.getQueryData<readonly Message[]>(queryKey)?.map(({ id }) => id);

it("adds what is not there yet, and changes nothing otherwise", () => {
	const client = new QueryClient();
	client.setQueryData(queryKey, [aMessage("1")]);
	addMessages(client, session, [aMessage("1"), aMessage("2")]);
	expect(ids(client)).toEqual(["1", "2"]);
	const before = client.getQueryData(queryKey);
	addMessages(client, session, [aMessage("2")]);
	expect(client.getQueryData(queryKey)).toBe(before);
});
