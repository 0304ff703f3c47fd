export { openSqliteStateStore, type SqliteStateStore } from "./sqlite/open-sqlite-state-store.ts";
export { StoreError, type StoreErrorCode } from "./store-error.ts";
