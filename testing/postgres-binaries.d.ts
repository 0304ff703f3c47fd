/** The account that the server runs under; empty: the account of this process. */
export interface Account {
	readonly uid?: number;
	readonly gid?: number;
}
/** @returns the folder that holds `initdb` and `postgres`: the npm package's, else one of the machine (POSTGRES_BIN, Debian's folders, PATH). */
export declare function findPostgresBinaries(): Promise<string>;
/** PostgreSQL refuses to run as root, so root lends it an account that every passwd file has. */
export declare function serverAccount(): Promise<Account>;
/** A checkout in a private home (mode 0700) is out of another account's reach: that account gets a copy under `home`. */
export declare function reachableBinaries(
	bin: string,
	home: string,
	options: Account & {
		env: NodeJS.ProcessEnv;
	},
): Promise<string>;
//# sourceMappingURL=postgres-binaries.d.ts.map
