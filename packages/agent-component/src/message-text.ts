/** @returns a message's text with its attached files as `[file: name]` lines after it. */
export function messageText(text: string, files: readonly string[] = []): string {
	const names = files.map((file) => `[file: ${fileName(file)}]`);
	return text.trim() === "" ? names.join("\n") : [text, ...names].join("\n");
}

/** @returns the last part of a path. */
export function fileName(path: string): string {
	return path.split(/[\\/]/).at(-1) ?? path;
}
