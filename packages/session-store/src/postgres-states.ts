export { openPostgresStateStore, type PostgresStateStore } from "./postgres/open-postgres-state-store.ts";
export { StoreError, type StoreErrorCode } from "./store-error.ts";
