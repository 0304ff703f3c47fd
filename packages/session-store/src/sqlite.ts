export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from "./sqlite/open-sqlite-store.ts";
export { StoreError, type StoreErrorCode } from "./store-error.ts";
