/** Finds a Chromium for browser tests: CHROMIUM_PATH, the machine's own, Playwright's download, then the one inside the npm package @sparticuz/chromium. */
import { execFileSync } from "node:child_process";
import { accessSync, constants, createReadStream, createWriteStream, existsSync } from "node:fs";
import { chmod, mkdir, rename } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { type Browser, chromium } from "playwright-core";

const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

interface FoundBrowser {
	readonly executablePath: string;
	readonly env?: Readonly<Record<string, string>>;
}

/** @throws when there is no browser that runs here. */
export async function launchBrowser(): Promise<Browser> {
	const { executablePath, env } = await findBrowser();
	return chromium.launch({ executablePath, args: flags, headless: true, ...(env ? { env: { ...definedOnly(process.env), ...env } } : {}) });
}

async function findBrowser(): Promise<FoundBrowser> {
	if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH };
	const system = systemBrowser();
	if (system) return { executablePath: system };
	const own = chromium.executablePath();
	if (own && existsSync(own)) return { executablePath: own };
	return packagedBrowser();
}

function systemBrowser(): string | undefined {
	const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
	const folders = (process.env.PATH ?? "").split(delimiter);
	const places = folders.flatMap((folder) => names.map((name) => join(folder, name)));
	return [...places, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"].find(isExecutable);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/**
 * Unpacks the headless shell that the npm package carries. The package's own `executablePath()` would take any older temporary chromium, and its
 * `args` turn web security off, so neither is used.
 */
async function packagedBrowser(): Promise<FoundBrowser> {
	const root = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..");
	const cache = join(root, "..", ".unpacked-chromium");
	const executablePath = join(cache, "headless-shell");
	if (!existsSync(executablePath)) {
		await mkdir(cache, { recursive: true });
		const part = `${executablePath}.${process.pid}`;
		await pipeline(createReadStream(join(root, "bin/chromium.br")), createBrotliDecompress(), createWriteStream(part));
		await chmod(part, 0o755);
		await rename(part, executablePath);
	}
	if (!execFileSync("ldd", [executablePath], { encoding: "utf8" }).includes("not found")) return { executablePath };
	// A bare container: the package carries the libraries too (unpacked below the temporary folder).
	const { inflate } = await import("@sparticuz/chromium");
	const libraries = join(await inflate(join(root, "bin/al2023.tar.br")), "lib");
	return { executablePath, env: { LD_LIBRARY_PATH: libraries } };
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
	return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
