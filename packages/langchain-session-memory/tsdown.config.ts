import { defineConfig } from "tsdown";

export default defineConfig({ entry: ["src/index.ts", "src/summarizer.ts", "src/threads.ts", "src/testing.ts"], dts: false, platform: "node" });
