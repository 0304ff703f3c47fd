import { fileURLToPath } from "node:url";

/** Command line after `node` that starts the built host, as `pnpm start` does. A small young generation keeps its memory small. */
export const builtHost: readonly string[] = ["--max-semi-space-size=4", fileURLToPath(new URL("../../apps/host/dist/main.mjs", import.meta.url))];
