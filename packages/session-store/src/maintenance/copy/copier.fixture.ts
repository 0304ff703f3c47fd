import { once } from "node:events";
import { copyDatabase } from "./copy-database.ts";

/*
 * A process of its own that copies one place to another, given as JSON, and prints a line for each part. When the first messages are copied it waits to be
 * killed.
 */

const [from = "", to = ""] = process.argv.slice(2);
await copyDatabase(JSON.parse(from), JSON.parse(to), {
	async onProgress({ step, table, rows, totalRows }) {
		process.stdout.write(`${step} ${table} ${rows} ${totalRows}\n`);
		// The input stays open and silent, so that the process does not end by itself.
		if (step === "copying" && table === "message" && rows > 0) await once(process.stdin.resume(), "close");
	},
});
