import { beforeAll, expect, test } from "vitest";
import { countRenders, rendersEnded, rendersSince } from "./support/count-renders.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { importMessages } from "./support/import-messages.ts";
import { tabTo } from "./support/keyboard.ts";
import { chooseForSession, inspector, message, playgroundPath, say } from "./support/playground.ts";
import { useStudio } from "./support/studio.ts";
import { sampleFlow, smallTalk, talk } from "./support/talk.ts";

const studio = useStudio();
let flowId = "";
beforeAll(async () => {
	flowId = await sampleFlow(studio.host.url, "support-assistant");
});

test("a chat of forty messages is folded, remembers its first fact, forgets what is edited and is gone when deleted", { timeout: 120_000 }, async () => {
	const sessionId = "Long chat";
	const page = await studio.open(playgroundPath(flowId, sessionId));
	await say(page, "Hello, I work on project PRJ-123, and the cluster is EU-West.");
	await page.getByRole("article").nth(1).waitFor();
	await talk(studio.host.url, { flowId, sessionId }, smallTalk(18));
	await page.reload();
	await say(page, "One more remark.");
	const panel = inspector(page);
	await panel.getByText("20 messages folded, 2 facts").waitFor();
	await panel.getByText("EU-West").waitFor();

	await say(page, "Which cluster were we on again?");
	const answer = page.getByRole("article").last();
	await answer.getByText("EU-West").waitFor();
	await expectAccessible(page);

	await panel.getByRole("button", { name: "message 1", exact: true }).first().click();
	const first = message(page, "the cluster is EU-West");
	await first.hover();
	await first.getByRole("button", { name: "Edit" }).click();
	await page.getByLabel("Message text").fill("Hello, I work on project PRJ-999, and the cluster is US-East.");
	await page.getByRole("button", { name: "Save" }).click();
	const forgotten = panel.getByRole("region", { name: "Forgotten" });
	await forgotten.getByText("PRJ-123", { exact: true }).waitFor();
	await forgotten.getByText("Folded again").waitFor();
	await panel.getByText("US-East", { exact: true }).waitFor();
	await expectAccessible(page);
	const memory = await studio.api("GET", `/api/v1/monitor/session-memory?flow_id=${flowId}&session_id=${encodeURIComponent(sessionId)}`);
	expect(JSON.stringify(memory)).not.toContain("EU-West");

	await chooseForSession(page, sessionId, "Delete");
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete session" }).click();
	await page.getByRole("button", { name: sessionId, exact: true }).waitFor({ state: "detached" });
	expect(await studio.api("GET", `/api/v1/monitor/messages/sessions?flow_id=${flowId}`)).not.toContain(sessionId);
	await page.goto(studio.host.url + playgroundPath(flowId, sessionId));
	await inspector(page).getByText("0 messages folded, 0 facts").waitFor();
});

test("sessions are made, renamed in place, kept over a reload, and deleted several at once", async () => {
	const page = await studio.open(playgroundPath(flowId));
	await page.getByRole("button", { name: "New chat" }).click();
	await say(page, "A first word.");
	await page.getByRole("article").nth(1).waitFor();
	await chooseForSession(page, "New chat", "Rename");
	await page.getByLabel("Session name").fill("Trip: Bergen / Oslo #1");
	await page.keyboard.press("Enter");
	const renamed = page.getByRole("button", { name: "Trip: Bergen / Oslo #1", exact: true });
	await renamed.waitFor();
	await page.reload();
	await renamed.waitFor();
	await message(page, "A first word.").waitFor();
	await talk(studio.host.url, { flowId, sessionId: "Another" }, ["Hi."]);
	await page.reload();
	await page.getByRole("button", { name: "Select several" }).click();
	await page.getByLabel("Select Trip: Bergen / Oslo #1").check();
	await page.getByLabel("Select Another").check();
	await page.getByRole("navigation", { name: "Sessions" }).getByRole("button", { name: "Delete", exact: true }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete sessions" }).click();
	await renamed.waitFor({ state: "detached" });
	expect(await studio.api("GET", `/api/v1/monitor/messages/sessions?flow_id=${flowId}`)).not.toContain("Another");
});

test("what is typed right after a switch lands in the new session; a draft waits with its file until its session is shown again", async () => {
	await talk(studio.host.url, { flowId, sessionId: "Before" }, ["Said before."]);
	const page = await studio.open(playgroundPath(flowId, "Before"));
	await message(page, "Said before.").first().waitFor();
	const input = page.getByLabel("Message", { exact: true });
	const attached = page.getByRole("list", { name: "Attached files" });
	await input.fill("Half a thought");
	await page.getByLabel("Files to attach").setInputFiles({ name: "facts.txt", mimeType: "text/plain", buffer: Buffer.from("The cluster is EU-West.") });
	await attached.getByText("facts.txt").waitFor();
	await page.locator('[aria-label="New chat"]:enabled').waitFor();
	await input.focus();
	// In one task, as no person can: the page has no time to show the new session later than at once.
	const focused = await page.evaluate(() => {
		const before = document.activeElement;
		document.querySelector<HTMLElement>('[aria-label="New chat"]')?.click();
		return new Promise((done) => queueMicrotask(() => done(document.activeElement !== before && document.activeElement?.getAttribute("aria-label"))));
	});
	expect(focused).toBe("Message");
	await page.keyboard.insertText("For the new chat");
	await page.getByRole("button", { name: "New chat", exact: true }).nth(1).waitFor();
	expect(await input.inputValue()).toBe("For the new chat");
	expect(await attached.count()).toBe(0);
	await page.getByRole("button", { name: "Before", exact: true }).click();
	expect(await input.inputValue()).toBe("Half a thought");
	await page.keyboard.insertText(" goes on");
	expect(await input.inputValue()).toBe("Half a thought goes on");
	await chooseForSession(page, "Before", "Rename");
	await page.getByLabel("Session name").fill("After");
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: "After", exact: true }).waitFor();
	await page.reload();
	await attached.getByText("facts.txt").waitFor();
	expect(await input.inputValue()).toBe("Half a thought goes on");
	await page.getByRole("button", { name: "Remove" }).click();
	await page.getByRole("button", { name: "Send", exact: true }).click();
	await message(page, "Half a thought goes on").first().waitFor();
	expect(await input.inputValue()).toBe("");
});

test("message logs: a text is edited in the grid, rows are selected and deleted", async () => {
	const sessionId = "Logs";
	await talk(studio.host.url, { flowId, sessionId }, ["The first one.", "The second one."]);
	const page = await studio.open(playgroundPath(flowId, sessionId));
	await chooseForSession(page, sessionId, "Message logs");
	const logs = page.getByRole("dialog");
	await logs.getByRole("button", { name: "Edit: The first one." }).click();
	await logs.getByLabel("Text", { exact: true }).fill("Another text.");
	await page.keyboard.press("Enter");
	await logs.getByRole("button", { name: "Edit: Another text." }).waitFor();
	await expectAccessible(page);
	await logs.getByLabel("Select message 3").check();
	await logs.getByLabel("Select message 4").check();
	await logs.getByRole("button", { name: "Delete 2 messages" }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
	await logs.getByRole("button", { name: "Edit: The second one." }).waitFor({ state: "detached" });
	await page.keyboard.press("Escape");
	await message(page, "Another text.").getByText("edited").waitFor();
});

test("by keyboard alone: write, send, see what the model saw, edit, make a session", async () => {
	const page = await studio.open(playgroundPath(flowId, "Keys"));
	await page.getByText("Talk to Support assistant").waitFor();
	await page.keyboard.type("The first line");
	await page.keyboard.press("Shift+Enter");
	await page.keyboard.type("and the second.");
	await page.keyboard.press("Enter");
	await page.getByRole("article").nth(1).waitFor();
	await tabTo(page, "What the model saw", { back: true });
	await page.keyboard.press("Enter");
	await inspector(page).locator("[data-part=input]").getByText("and the second.").waitFor();
	await page.getByLabel("Message", { exact: true }).focus();
	await tabTo(page, "Edit", { back: true });
	await page.keyboard.press("Enter");
	await page.keyboard.press("Control+a");
	await page.keyboard.type("Edited by keyboard.");
	await tabTo(page, "Save");
	await page.keyboard.press("Enter");
	await message(page, "Edited by keyboard.").getByText("edited", { exact: true }).waitFor();
	await tabTo(page, "New chat", { back: true });
	await page.keyboard.press("Enter");
	await page.getByText("Talk to Support assistant").waitFor();
	await page.keyboard.type("In the new one.");
	expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe("In the new one.");
});

test("two tabs show the same session", async () => {
	const first = await studio.open(playgroundPath(flowId, "Two tabs"));
	const second = await studio.openTab(first, playgroundPath(flowId, "Two tabs"));
	await say(first, "Said in the first tab.");
	await message(second, "Said in the first tab.").waitFor();
	await say(second, "And this in the second.");
	await message(first, "And this in the second.").waitFor();
});

test("tool steps open to input and output; an answer is retried", async () => {
	const page = await studio.open(playgroundPath(flowId, "Tools"));
	await say(page, "What is 17 * 23?");
	const answer = page.getByRole("article").last();
	await answer.getByText("evaluate_expression", { exact: true }).click();
	await answer.getByText("17 * 23", { exact: false }).first().waitFor();
	await answer.getByText("evaluate_expression: 391").waitFor();
	const before = await studio.api<readonly { readonly id: string }[]>("GET", `/api/v1/monitor/messages?flow_id=${flowId}&session_id=Tools`);
	await answer.hover();
	await answer.getByRole("button", { name: "Retry" }).click();
	await page.getByRole("article").nth(1).getByText("evaluate_expression: 391").waitFor();
	await page.locator(`[data-message-id="${before[1]?.id}"]`).waitFor({ state: "detached" });
	await page.getByRole("article").nth(1).getByText("evaluate_expression: 391").waitFor();
	const after = await studio.api<readonly { readonly id: string }[]>("GET", `/api/v1/monitor/messages?flow_id=${flowId}&session_id=Tools`);
	expect(after).toHaveLength(2);
	expect(after.map(({ id }) => id)).not.toContain(before[0]?.id);
});

test("what others store while a session is shown comes in by itself, in the chat and in the inspector", async () => {
	const session = { flowId, sessionId: "From outside" };
	await importMessages(studio, session, [{ sender: "User", text: "Stored before." }]);
	const page = await studio.open(playgroundPath(flowId, session.sessionId));
	await message(page, "Stored before.").hover();
	// There is nothing further up: this lets go of nothing.
	await page.mouse.wheel(0, -200);
	const rows = Array.from({ length: 40 }, (_, index) => ({ sender: "Machine", text: `Stored meanwhile, ${index + 1}.` }));
	await importMessages(studio, session, rows);
	await message(page, "Stored meanwhile, 40.").waitFor();
	await talk(studio.host.url, session, ["Said by a program."]);
	await message(page, "Said by a program.").first().waitFor();
	await page.locator('[role=slider][aria-label="Messages of the session"][aria-valuemax="43"]').waitFor();

	// A text under edit outlives its row, which leaves the page as others come.
	const said = message(page, "Said by a program.").first();
	await said.hover();
	await said.getByRole("button", { name: "Edit" }).click();
	await page.keyboard.insertText(" Half of an edit");
	await importMessages(studio, session, rows);
	const edited = page.getByLabel("Message text");
	await edited.waitFor({ state: "detached" });
	await page.getByRole("region", { name: "Messages" }).hover();
	const scrollUp = async () => {
		await page.mouse.wheel(0, -400);
		return edited.count();
	};
	await expect.poll(scrollUp, { timeout: 20_000 }).toBe(1);
	expect(await edited.inputValue()).toBe("Said by a program. Half of an edit");
	await edited.press("Control+Enter");
	await message(page, "Half of an edit").getByText("edited").waitFor();
});

test("who has gone to another session stays there when a rename or a deletion is done", async () => {
	await talk(studio.host.url, { flowId, sessionId: "Slow" }, ["Slow one."]);
	await talk(studio.host.url, { flowId, sessionId: "Elsewhere" }, ["Elsewhere."]);
	const page = await studio.open(playgroundPath(flowId, "Slow"));
	let release = () => {};
	await page.route(/\/monitor\/messages\/session/, async (route) => {
		if (route.request().method() !== "GET") await new Promise<void>((resolve) => (release = resolve));
		await route.continue();
	});
	const renaming = page.waitForRequest((request) => request.method() === "PATCH");
	await chooseForSession(page, "Slow", "Rename");
	await page.getByLabel("Session name").fill("Slower");
	await page.keyboard.press("Enter");
	await renaming;
	await page.getByRole("button", { name: "Elsewhere", exact: true }).click();
	await message(page, "Elsewhere.").first().waitFor();
	release();
	await page.getByRole("button", { name: "Slower", exact: true }).waitFor();
	expect(new URL(page.url()).searchParams.get("session")).toBe("Elsewhere");

	const deleting = page.waitForRequest((request) => request.method() === "DELETE");
	await chooseForSession(page, "Elsewhere", "Delete");
	await page.getByRole("alertdialog").getByRole("button", { name: "Delete session" }).click();
	await deleting;
	await page.getByRole("button", { name: "Slower", exact: true }).click();
	await message(page, "Slow one.").first().waitFor();
	release();
	await page.getByRole("button", { name: "Elsewhere", exact: true }).waitFor({ state: "detached" });
	expect(new URL(page.url()).searchParams.get("session")).toBe("Slower");
});

test("five thousand messages: few rows in the page, autoscroll lets go, and typing renders none of them", { timeout: 120_000 }, async () => {
	const rows = Array.from({ length: 5_000 }, (_, index) => ({
		sender: index % 2 === 0 ? "User" : "Machine",
		text: `Stored message ${index + 1}.`,
	}));
	await importMessages(studio, { flowId, sessionId: "Huge" }, rows);
	const page = await studio.open(playgroundPath(flowId, "Huge"));
	await message(page, "Stored message 5000.").waitFor();
	expect(await page.getByRole("article").count()).toBeLessThan(60);
	const strip = page.getByRole("slider", { name: "Messages of the session" });
	expect(await strip.getAttribute("aria-valuemax")).toBe("5000");
	await countRenders(page, 'section[aria-label="Messages"]');
	await message(page, "Stored message 5000.").waitFor();
	await page.waitForLoadState("networkidle");
	const loaded = await rendersSince(page);
	expect(loaded.inside).toBeGreaterThan(20);
	// A list that was scrolled to its end notices a moment later that it stands still, and renders once more.
	await rendersEnded(page);
	await page.getByLabel("Message", { exact: true }).pressSequentially("typing a few words");
	const typed = await rendersSince(page);
	expect(typed.inside).toBe(0);
	expect(typed.elsewhere).toBeGreaterThan(18);
	await strip.focus();
	await page.keyboard.press("Home");
	await page.keyboard.press("Enter");
	await message(page, "Stored message 1.").waitFor();
	await page.getByRole("button", { name: "Newest" }).click();
	await message(page, "Stored message 5000.").waitFor();
});
