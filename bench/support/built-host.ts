import { fileURLToPath } from "node:url";

/** Command line after `node` that starts the built host, as `pnpm start` does. A small young generation and eager collection keep it in half the memory. */
export const builtHost: readonly string[] = [
	"--max-semi-space-size=2",
	"--optimize-for-size",
	fileURLToPath(new URL("../../apps/host/dist/main.mjs", import.meta.url)),
];
