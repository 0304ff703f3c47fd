import { defineConfig } from "drizzle-kit";

/** Migrations are expand-only: an older host must run on a newer schema. After generating, give every text column COLLATE "C" (a test asks for it). */
export default defineConfig({ dialect: "postgresql", schema: "./packages/session-store/src/postgres/schema.ts", out: "./drizzle/postgres" });
