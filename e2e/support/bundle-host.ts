import { cp, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";

/** The host as one bundle: it starts in a third of the time of its source, which counts when it is started two hundred times. */
export interface BundledHost {
	/** Command line after `node`. */
	readonly entry: readonly string[];
	/** Environment for a quick start: compiled code is kept beside the bundle. */
	readonly env: Readonly<Record<string, string>>;
	remove(): Promise<void>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Bundles the host's source; only the database drivers stay outside, so the bundle lies where they are found. */
export async function bundleHost(): Promise<BundledHost> {
	const folder = await mkdtemp(join(root, "e2e/node_modules/.host-"));
	await build({
		config: false,
		entry: { main: join(root, "apps/host/src/main.ts") },
		outDir: join(folder, "host"),
		dts: false,
		platform: "node",
		logLevel: "warn",
		deps: { alwaysBundle: [/./], neverBundle: ["better-sqlite3", "pg"] },
		inputOptions: { resolve: { conditionNames: ["@foldback/source", "node", "import"] } },
	});
	for (const dialect of ["sqlite", "postgres"]) await cp(join(root, "drizzle", dialect), join(folder, "host/drizzle", dialect), { recursive: true });
	return {
		entry: [join(folder, "host/main.mjs")],
		env: { NODE_COMPILE_CACHE: join(folder, "compiled") },
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}
