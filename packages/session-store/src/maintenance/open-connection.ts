import { v7 } from "uuid";
import { createConnection } from "../postgres/connection.ts";
import { maintenanceTimeoutMs } from "../postgres/maintenance-client.ts";
import { closing, openPool } from "../postgres/open-postgres-store.ts";
import { defaultMigrationsDir } from "../sql/migrations.ts";
import type { Connection } from "../sql/session.ts";
import type { StoreParts } from "../sql/store-parts.ts";
import { openConnection } from "../sqlite/connection.ts";
import type { DatabasePlace } from "./place.ts";

/** A database open for maintenance: the work of a store, with time for whole tables. */
export interface MaintenanceConnection extends Connection<StoreParts> {
	readonly close: () => Promise<void>;
}

/** Opens a database as a store does, which migrates it where that is due. @throws StoreError */
export async function openForMaintenance(place: DatabasePlace): Promise<MaintenanceConnection> {
	if (place.kind === "sqlite") {
		const migrationsDir = defaultMigrationsDir("sqlite");
		return await openConnection({ path: place.path, now: Date.now, newId: () => v7(), busyTimeoutMs: 30_000, migrationsDir, synchronous: "full" });
	}
	const { pool, target, now, newId } = await openPool({ url: place.url, maxConnections: 1, lockTimeoutMs: 30_000, statementTimeoutMs: maintenanceTimeoutMs });
	return { ...createConnection(pool, target, { now, newId }), close: closing(pool) };
}
