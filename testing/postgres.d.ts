export interface TestPostgres {
	/** A superuser's URL of the database `postgres`. */
	readonly url: string;
	stop(): Promise<void>;
}
/** A server of one's own, which may be taken down and started again on its data and port. */
export interface OwnPostgres extends TestPostgres {
	/** `fast`: running transactions are rolled back. `immediate`: all its processes quit as in a crash, and the next start recovers. */
	down(how: "fast" | "immediate"): Promise<void>;
	up(): Promise<void>;
}
/** The server in TEST_DATABASE_URL, or one of one's own. */
export declare function startPostgres(): Promise<TestPostgres>;
/** Starts a server on a free loopback port with an empty data folder; `stop` removes both. */
export declare function startOwnPostgres(): Promise<OwnPostgres>;
//# sourceMappingURL=postgres.d.ts.map
