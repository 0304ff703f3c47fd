import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Foldback from source; `agent-squad` from this folder, for the package's source too. */
export default defineConfig({
	root: here("."),
	resolve: {
		alias: [
			{ find: /^agent-squad$/, replacement: here("node_modules/agent-squad/dist/index.js") },
			{ find: /^@foldback\/agent-squad-session-memory$/, replacement: here("../../packages/agent-squad-session-memory/src/index.ts") },
			{ find: /^@foldback\/agent-squad-session-memory\/(.*)$/, replacement: here("../../packages/agent-squad-session-memory/src/$1.ts") },
			{
				find: "@langchain/core/utils/testing",
				replacement: here("../../packages/agent-squad-session-memory/node_modules/@langchain/core/dist/utils/testing/index.js"),
			},
		],
	},
	ssr: { resolve: { conditions: ["@foldback/source", "node"] } },
	test: {
		name: "agent-squad",
		include: ["*.test.ts"],
		testTimeout: 60_000,
		expect: { poll: { timeout: 20_000 } },
		silent: "passed-only",
		reporters: ["default", "../../testing/tally.reporter.ts"],
	},
});
