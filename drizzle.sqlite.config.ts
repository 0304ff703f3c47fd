import { defineConfig } from "drizzle-kit";

/** Migrations are expand-only: an older host must run on a newer schema. */
export default defineConfig({ dialect: "sqlite", schema: "./packages/session-store/src/sqlite/schema.ts", out: "./drizzle/sqlite" });
