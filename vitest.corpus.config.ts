import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** Checks on data that is not part of the project: `FOLDBACK_CORPUS` names the folder. */
export default defineConfig({
	ssr: { resolve: { conditions: ["@foldback/source", ...defaultServerConditions] } },
	test: {
		name: "corpus",
		reporters: ["default", "./testing/tally.reporter.ts"],
		include: ["corpus/**/*.corpus.ts"],
		testTimeout: 120_000,
		hookTimeout: 60_000,
		// Each file runs a host of its own and keeps the machine busy.
		fileParallelism: false,
	},
});
