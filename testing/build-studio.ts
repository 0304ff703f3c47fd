import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const studio = join(root, "apps/studio");
/** What the build reads. */
const inputs = ["apps/studio", "packages/flow-runtime/src", "packages/session-compressor/src"];
const notInputs = /(?:^|\/)(?:node_modules|dist|\.tsc)(?:\/|$)/;

/** Builds the studio when there is no build, or an input is newer than it. */
export function buildStudio(): void {
	const page = join(studio, "dist/index.html");
	const builtMs = existsSync(page) ? statSync(page).mtimeMs : 0;
	if (inputs.every((folder) => newestMs(join(root, folder)) <= builtMs)) return;
	execFileSync(join(studio, "node_modules/.bin/vite"), ["build", "--logLevel", "warn"], {
		cwd: studio,
		stdio: "inherit",
		env: { ...process.env, NODE_ENV: "production" },
	});
}

function newestMs(folder: string): number {
	return readdirSync(folder, { withFileTypes: true }).reduce((newest, entry) => {
		const path = join(folder, entry.name);
		if (notInputs.test(path.slice(root.length))) return newest;
		return Math.max(newest, entry.isDirectory() ? newestMs(path) : statSync(path).mtimeMs);
	}, 0);
}
