export { type BackupOptions, backupSqlite } from "./maintenance/backup-sqlite.ts";
export { type CopyOptions, type CopyProgress, type CopyReport, copyDatabase } from "./maintenance/copy/copy-database.ts";
export { checkSqliteIntegrity, type DatabaseFacts, readDatabaseFacts } from "./maintenance/database-facts.ts";
export { type Examination, type ExaminationOptions, examineDatabase } from "./maintenance/examine-database.ts";
export { type FileRows, type NamedFile, withFileRows } from "./maintenance/file-rows.ts";
export { type MigrationReport, migrateDatabase } from "./maintenance/migrate-database.ts";
export { type DatabasePlace, describePlace } from "./maintenance/place.ts";
export type { SchemaVersion } from "./maintenance/schema-version.ts";
export type { Finding, FindingKind } from "./sql/upkeep/finding.ts";
