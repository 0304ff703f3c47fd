import type { StructuredToolInterface } from "@langchain/core/tools";
import { z } from "zod";
import { loadTools } from "./langchain-core.ts";

const input = z.object({ timezone: z.string().optional().describe("IANA time zone, such as Europe/Berlin. Default UTC.") });

const made = new WeakMap<() => number, StructuredToolInterface>();

/** A tool that tells the current date and time; the same one for the same clock. @param now epoch milliseconds. */
export async function createCurrentDateTool(now: () => number): Promise<StructuredToolInterface> {
	const { tool } = await loadTools();
	const known = made.get(now);
	if (known) return known;
	const created = tool(({ timezone = "UTC" }) => currentDateText(now(), timezone), {
		name: "get_current_date",
		description: "Returns the current date, weekday and time in a time zone.",
		schema: input,
	});
	made.set(now, created);
	return created;
}

/** @returns the date, weekday and time in a time zone. @throws Error that names an unknown one. */
export function currentDateText(nowMs: number, timezone: string): string {
	if (!isTimeZone(timezone)) throw new Error(`Unknown time zone ${JSON.stringify(timezone.slice(0, 64))}: use an IANA name such as Europe/Berlin, or UTC.`);
	const parts = new Intl.DateTimeFormat("en-GB", { timeZone: timezone, dateStyle: "full", timeStyle: "short" }).format(nowMs);
	return `Current date and time in ${timezone}: ${parts}`;
}

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat("en", { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
