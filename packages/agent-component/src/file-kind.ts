/** Limits on files that models are given. */
export const fileLimits = {
	/** Bytes of one image. */
	maxImageBytes: 5_000_000,
	/** Bytes of one text file. */
	maxTextBytes: 1_000_000,
	/** Files that one message may have. */
	maxFiles: 10,
} as const;

/** What a file is, as far as a model can take it. */
export type FileKind =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "image"; readonly mimeType: "image/png" | "image/jpeg" | "image/gif" | "image/webp" };

/**
 * Tells by its bytes what a file is; names and declared types prove nothing.
 * @returns text for UTF-8 without control characters, an image for the formats that model providers take, else undefined.
 */
export function fileKind(bytes: Uint8Array): FileKind | undefined {
	const image = signatures.find(({ at }) => at.every(([offset, signature]) => startsWith(bytes, offset, signature)));
	if (image) return { kind: "image", mimeType: image.mimeType };
	const text = textIn(bytes);
	return text === undefined ? undefined : { kind: "text", text };
}

const signatures = [
	{ mimeType: "image/png", at: [[0, "\x89PNG\r\n\x1a\n"]] },
	{ mimeType: "image/jpeg", at: [[0, "\xff\xd8\xff"]] },
	{ mimeType: "image/gif", at: [[0, "GIF8"]] },
	{
		mimeType: "image/webp",
		at: [
			[0, "RIFF"],
			[8, "WEBP"],
		],
	},
] as const;

function startsWith(bytes: Uint8Array, offset: number, signature: string): boolean {
	return [...signature].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));
}

/** Tab, line breaks and form feed are all the control characters that text has. */
const otherControls = /[^\P{Cc}\t\n\r\f\x85]/u;

function textIn(bytes: Uint8Array): string | undefined {
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		return otherControls.test(text) ? undefined : text;
	} catch {
		return undefined;
	}
}
