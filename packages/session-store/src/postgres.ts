export { openPostgresStore, type PostgresStoreOptions } from "./postgres/open-postgres-store.ts";
export { StoreError, type StoreErrorCode } from "./store-error.ts";
