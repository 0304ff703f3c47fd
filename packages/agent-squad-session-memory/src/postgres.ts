export { openPostgresBufferStore, type PostgresBufferStoreOptions } from "./postgres-buffer-store.ts";
