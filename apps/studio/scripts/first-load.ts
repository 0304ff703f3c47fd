/** Prints the built studio's JavaScript, gzipped: what the first page loads, and what each screen adds. Fails over the budget. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** Gzipped bytes of JavaScript that the first page may load. */
const budgetBytes = 350_000;

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const page = readFileSync(join(dist, "index.html"), "utf8");
const sizes = readdirSync(join(dist, "assets"))
	.filter((file) => file.endsWith(".js"))
	.map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, "assets", file))).length, first: page.includes(file) }))
	.sort((left, right) => right.bytes - left.bytes);
const firstBytes = sizes.reduce((total, { bytes, first }) => (first ? total + bytes : total), 0);

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`.padStart(10);
for (const { file, bytes, first } of sizes) console.log(`${kilobytes(bytes)}  ${first ? "first load" : "on demand "}  ${file}`);
console.log(`${kilobytes(firstBytes)}  first load in all, gzipped; the budget is ${kilobytes(budgetBytes).trim()}`);
if (firstBytes > budgetBytes) process.exitCode = 1;
