import { defineConfig } from "tsdown";

export default defineConfig({ entry: ["src/index.ts", "src/flow-json.ts"], dts: false, platform: "node" });
