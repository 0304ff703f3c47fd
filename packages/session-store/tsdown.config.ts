import { defineConfig } from "tsdown";

export default defineConfig({ entry: ["src/index.ts", "src/sqlite.ts"], dts: false, platform: "node" });
