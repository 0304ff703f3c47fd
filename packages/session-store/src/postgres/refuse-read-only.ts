import type { ClientBase } from "pg";
import { StoreError } from "../store-error.ts";
import { readOnlyRemedy } from "./database-error.ts";

/** A server answers reads as well when it is a standby or set to read only. @throws StoreError `read-only` */
export async function refuseReadOnly(client: ClientBase): Promise<void> {
	const { rows } = await client.query<{ setting: string }>("SELECT current_setting('transaction_read_only') AS setting");
	if (rows[0]?.setting === "on") throw new StoreError("read-only", readOnlyRemedy);
}
