import { expect, it } from "vitest";
import { newSessionName, sessionList, sessionName } from "./session-names.ts";

it("calls the flow's own session the default one", () => {
	expect(sessionName("f1", "f1")).toBe("Default session");
	expect(sessionName("f1", "Trip to Bergen")).toBe("Trip to Bergen");
	expect(sessionName("f1", "  ")).toBe('"  "');
});

it("finds a free name", () => {
	expect(newSessionName([])).toBe("New chat");
	expect(newSessionName(["new chat", "New chat 2"])).toBe("New chat 3");
});

it("lists the default session first, and one that is shown before anything is stored in it", () => {
	expect(sessionList("f", ["b", "f", "a"], "f")).toEqual(["f", "b", "a"]);
	expect(sessionList("f", ["b"], "New chat")).toEqual(["f", "New chat", "b"]);
	expect(sessionList("f", ["b"], "b")).toEqual(["f", "b"]);
});
