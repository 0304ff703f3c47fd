import { fileURLToPath } from "node:url";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** Tests read the workspace's own packages from source: no stale build, no build first. */
const conditions = ["@foldback/source", ...defaultServerConditions];
/** Projects with this set-up have a PostgreSQL server: `inject("postgresUrl")`. */
const postgres = fileURLToPath(new URL("testing/postgres.setup.ts", import.meta.url));
const shared = { ssr: { resolve: { conditions } } };
/** What is waited for comes at once, but not on a machine that is busy with ten other things: the bounds are for what never comes. */
const patient = { hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

const onPostgres = new Set(["session-store", "langchain-session-memory"]);
const packages = ["session-compressor", "store-conformance", "session-store", "offline-model", "langchain-session-memory", "agent-component", "flow-runtime"];

export default defineConfig({
	test: {
		reporters: ["default", "./testing/tally.reporter.ts"],
		/** Most tests wait for a disk, a server or a browser: leaving a core free for nothing costs a third of the time on two cores. */
		maxWorkers: "100%",
		projects: [
			...packages.map((name) => ({
				...shared,
				test: {
					name,
					root: `packages/${name}`,
					include: ["src/**/*.test.ts"],
					testTimeout: 60_000,
					...patient,
					...(onPostgres.has(name) ? { globalSetup: [postgres] } : {}),
				},
			})),
			{
				...shared,
				test: {
					name: "agent-squad-session-memory",
					root: "packages/agent-squad-session-memory",
					include: ["src/**/*.test.ts"],
					globalSetup: [postgres],
					testTimeout: 60_000,
					...patient,
				},
			},
			{ ...shared, test: { name: "host", root: "apps/host", include: ["src/**/*.test.ts"], testTimeout: 120_000, ...patient } },
			{ ...shared, test: { name: "studio", root: "apps/studio", include: ["src/**/*.test.ts"], testTimeout: 60_000, ...patient } },
			{ ...shared, test: { name: "replay", root: "apps/replay", include: ["src/**/*.test.ts"], testTimeout: 60_000, ...patient } },
			{ ...shared, test: { name: "examples", root: "examples", include: ["*.test.ts"], testTimeout: 60_000, ...patient } },
			{
				...shared,
				test: { name: "e2e", include: ["e2e/**/*.test.ts"], exclude: ["**/node_modules/**", "e2e/studio/**"], testTimeout: 240_000, ...patient },
			},
			{
				...shared,
				test: {
					name: "browser",
					include: ["e2e/studio/*.test.ts"],
					globalSetup: ["./testing/studio.setup.ts"],
					testTimeout: 120_000,
					...patient,
				},
			},
		],
	},
});
