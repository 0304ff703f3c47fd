/** What the checks of production dependencies make of pnpm's reports. */

interface Verdict {
	/** `unknown`: nobody could be asked. */
	readonly outcome: "passed" | "failed" | "unknown";
	readonly lines: readonly string[];
}

/** Licences under which a production dependency may be; the project itself is under MIT. Fonts have the one that is made for them. */
const allowedLicences: ReadonlySet<string> = new Set([
	"0BSD",
	"Apache-2.0",
	"BlueOak-1.0.0",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"CC0-1.0",
	"ISC",
	"MIT",
	"MIT-0",
	"OFL-1.1",
	"Unlicense",
]);

const grave = ["high", "critical"];

/** Judges `pnpm audit --prod --json`: high and critical advisories fail; a registry whose advisories cannot be had fails nothing, and is told. */
export function judgeAudit({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): Verdict {
	const report = parse(stdout);
	if (typeof report !== "object" || report === null || !("advisories" in report) || typeof report.advisories !== "object" || report.advisories === null) {
		const reason = `${stdout}${stderr}`
			.replaceAll(/[\s│×]+/g, " ")
			.trim()
			.slice(0, 300);
		const isUnreachable = /audit endpoint|ERR_PNPM_AUDIT|fetch failed|ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|CERT/i.test(reason);
		return { outcome: isUnreachable ? "unknown" : "failed", lines: [reason] };
	}
	const found = Object.values<Readonly<Record<string, unknown>>>({ ...report.advisories }).filter(({ severity }) => grave.includes(String(severity)));
	return {
		outcome: found.length === 0 ? "passed" : "failed",
		lines: found.map((advisory) => `${advisory.module_name}: ${advisory.severity}, ${advisory.title} ${advisory.url}`),
	};
}

/** Judges `pnpm licenses list -r --prod --json`. Of several licences to choose from one must be allowed; of several at once, all. */
export function judgeLicences(stdout: string): Verdict {
	const report = parse(stdout);
	if (typeof report !== "object" || report === null) return { outcome: "failed", lines: ["pnpm gave no list of licences."] };
	const refused = Object.entries<unknown>({ ...report }).filter(([licence]) => !isAllowed(licence));
	return { outcome: refused.length === 0 ? "passed" : "failed", lines: refused.map(([licence, packages]) => `${licence}: ${namesOf(packages)}`) };
}

function isAllowed(expression: string): boolean {
	const plain = expression.replaceAll(/[()]/g, "");
	return plain.split(/ OR /i).some((choice) => choice.split(/ AND /i).every((licence) => allowedLicences.has(licence.trim())));
}

function namesOf(packages: unknown): string {
	const list: readonly unknown[] = Array.isArray(packages) ? packages : [];
	return list.map((item) => (typeof item === "object" && item !== null && "name" in item ? String(item.name) : "?")).join(", ");
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
