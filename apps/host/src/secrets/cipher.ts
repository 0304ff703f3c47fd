import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";

/** Encrypts the values of the secret table. */
export interface Cipher {
	/** @param context says whose value it is; the same must be given to open it, so a ciphertext is of no use in another place. */
	seal(plaintext: string, context: string): string;
	/** @returns undefined when the key or the context is another one, or the ciphertext was changed. */
	open(ciphertext: string, context: string): string | undefined;
}

const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a random nonce for each value: `v1.<base64url of nonce, tag and ciphertext>`.
 * @param key 32 bytes, used as they are, or a passphrase, stretched by scrypt.
 */
export function createCipher(key: Uint8Array | string): Cipher {
	const keyBytes = typeof key === "string" ? scryptSync(key, "foldback.secret.v1", 32) : key;
	return {
		seal(plaintext, context) {
			const nonce = randomBytes(nonceBytes);
			const cipher = createCipheriv("aes-256-gcm", keyBytes, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(context));
			const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
			return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
		},
		open(ciphertext, context) {
			const [given, encoded = ""] = ciphertext.split(".");
			const bytes = Buffer.from(encoded, "base64url");
			if (given !== version || bytes.length < nonceBytes + tagBytes) return undefined;
			return openBytes(keyBytes, bytes, context);
		},
	};
}

function openBytes(key: Uint8Array, bytes: Buffer, context: string): string | undefined {
	const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
		.setAAD(Buffer.from(context))
		.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
	try {
		return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
	} catch {
		return undefined;
	}
}
