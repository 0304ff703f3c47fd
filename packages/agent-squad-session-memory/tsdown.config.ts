import { defineConfig } from "tsdown";

export default defineConfig({
	entry: ["src/index.ts", "src/agent-squad.ts", "src/conformance.ts", "src/postgres.ts", "src/sqlite.ts"],
	dts: false,
	platform: "node",
});
