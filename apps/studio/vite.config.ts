import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";

export default defineConfig({
	plugins: [react(), tailwindcss()],
	// The workspace's own packages are read from source: no build order, no stale dist.
	resolve: { conditions: ["@foldback/source", ...defaultClientConditions] },
	build: {
		target: "es2023",
		// The host's Content-Security-Policy lets fonts come from files only.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
	},
	// The Host header stays the page's own: the host answers only where it equals the Origin.
	server: { proxy: { "/api": { target: "http://127.0.0.1:7860", changeOrigin: false } } },
});
