import { copyDatabase } from "./copy-database.ts";

/* A process of its own that copies one place to another, given as JSON, and prints a line for each part. */

const [from = "", to = ""] = process.argv.slice(2);
await copyDatabase(JSON.parse(from), JSON.parse(to), {
	onProgress: ({ step, table, rows, totalRows }) => void process.stdout.write(`${step} ${table} ${rows} ${totalRows}\n`),
});
