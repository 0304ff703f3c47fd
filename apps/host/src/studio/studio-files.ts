import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

/** One file of the built studio. */
export interface StudioFile {
	readonly type: string;
	/** Named after its content: it never changes. */
	readonly immutable: boolean;
	read(): Uint8Array<ArrayBuffer>;
}

const types: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
	".woff2": "font/woff2",
};

/** @returns the files of a folder by URL path. Nothing outside of the folder can be asked for: what is not listed does not exist. */
export function studioFiles(folder: string): ReadonlyMap<string, StudioFile> {
	const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return new Map(
		found.map((entry) => {
			const file = join(entry.parentPath, entry.name);
			const path = `/${relative(folder, file).split(sep).join("/")}`;
			return [path, studioFile(file, path.startsWith("/assets/"))];
		}),
	);
}

function studioFile(file: string, immutable: boolean): StudioFile {
	let bytes: Uint8Array<ArrayBuffer> | undefined;
	return {
		type: types[extname(file)] ?? "application/octet-stream",
		immutable,
		read() {
			bytes ??= new Uint8Array(readFileSync(file));
			return bytes;
		},
	};
}
