import { defineConfig } from "tsdown";

/** Drizzle is a development dependency, so it is bundled: as separate ESM files it costs a process half a second and 190 MB. */
export default defineConfig({
	entry: ["src/index.ts", "src/maintenance.ts", "src/sqlite.ts", "src/sqlite-states.ts", "src/postgres.ts", "src/postgres-states.ts"],
	dts: false,
	platform: "node",
	deps: { onlyBundle: ["drizzle-orm"] },
	copy: ["sqlite", "postgres"].map((dialect) => ({ from: `../../drizzle/${dialect}`, to: "dist/drizzle" })),
});
