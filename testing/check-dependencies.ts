/** `pnpm check:dependencies`: known vulnerabilities and licences of what production code depends on. */
import { execFile } from "node:child_process";
import { judgeAudit, judgeLicences } from "./dependencies.ts";

function pnpm(...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
	return new Promise((resolve) => {
		// pnpm exits with 1 when it finds something: what it prints is judged.
		execFile("npx", ["-y", "pnpm@12", ...args], { maxBuffer: 100_000_000, timeout: 120_000 }, (_error, stdout, stderr) => resolve({ stdout, stderr }));
	});
}

const licences = judgeLicences((await pnpm("licenses", "list", "-r", "--prod", "--json")).stdout);
const audit = judgeAudit(await pnpm("audit", "--prod", "--json"));
console.log(`Licences of production dependencies: ${[licences.outcome, ...licences.lines].join("\n  ")}`);
if (audit.outcome === "unknown") {
	console.error("================================================================================");
	console.error("NOT AUDITED: the registry's advisories cannot be had, so nobody knows whether a");
	console.error("production dependency has a known vulnerability. Run `pnpm audit --prod` where");
	console.error(`the registry has them. It said: ${audit.lines.join(" ")}`);
	console.error("================================================================================");
} else console.log(`Known vulnerabilities, high or critical: ${[audit.outcome, ...audit.lines].join("\n  ")}`);
if (licences.outcome === "failed" || audit.outcome === "failed") process.exitCode = 1;
