import { defineConfig } from "tsdown";

/**
 * Everything is bundled but the store, which brings its native database and its migrations: one file loads faster and smaller than a thousand.
 * What only runs need is a chunk of its own, loaded by the first run.
 */
export default defineConfig({
	entry: ["src/main.ts", "src/cli.ts"],
	dts: false,
	platform: "node",
	deps: { alwaysBundle: /^(?!@foldback\/session-store)/, neverBundle: [/^@foldback\/session-store/], onlyBundle: false },
});
