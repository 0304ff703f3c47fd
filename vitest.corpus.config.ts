import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** Checks against real exports and recordings that are not part of this repository; run by `pnpm test:corpus` with FOLDBACK_CORPUS set. */
export default defineConfig({
	ssr: { resolve: { conditions: ["@foldback/source", ...defaultServerConditions] } },
	test: { name: "corpus", include: ["corpus/**/*.corpus.ts"], testTimeout: 60_000, reporters: ["default", "./testing/tally.reporter.ts"] },
});
