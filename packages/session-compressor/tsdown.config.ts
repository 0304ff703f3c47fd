import { defineConfig } from "tsdown";

export default defineConfig({ entry: ["src/index.ts", "src/memory.ts", "src/testing.ts"], dts: false, platform: "node" });
