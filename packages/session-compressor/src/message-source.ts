import type { Cursor, SessionMessage } from "./message.ts";
import type { SessionScope } from "./scope.ts";

/** The rows to count: those at or before `through`, or those after `after` (all when undefined). */
export type CountRange = { readonly through: Cursor } | { readonly after: Cursor | undefined };

/**
 * Read access to a scope's eligible rows, in the total order `(timestampMs, id)`. Reading cost must not depend on the session's length.
 * `exclude` is the id of the current input: it never comes back, and exactly `limit` other rows do when there are so many.
 */
export interface MessageSource {
	/** The newest `limit` eligible rows, ascending. */
	newest(scope: SessionScope, limit: number, options?: { readonly exclude?: string }): Promise<readonly SessionMessage[]>;
	/** The oldest `limit` eligible rows after the cursor (from the start when undefined), ascending. */
	after(scope: SessionScope, cursor: Cursor | undefined, limit: number, options?: { readonly exclude?: string }): Promise<readonly SessionMessage[]>;
	/** Number of eligible rows in the range. */
	count(scope: SessionScope, range: CountRange): Promise<number>;
	/**
	 * Optional: rolling hash over id and text of all eligible rows at or before `through`, or undefined when no row has that id.
	 * Needed beside a state store that does not check history.
	 */
	digest?(scope: SessionScope, through: Cursor): Promise<string | undefined>;
}
