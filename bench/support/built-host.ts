import { fileURLToPath } from "node:url";

/**
 * Command line after `node` that starts the built host, as `pnpm start` does. Left to itself, the heap grows to several times what is in use before it is
 * collected as a whole, at some time or other.
 */
export const builtHost: readonly string[] = [
	"--max-semi-space-size=16",
	"--heap-growing-percent=50",
	fileURLToPath(new URL("../../apps/host/dist/main.mjs", import.meta.url)),
];
