/** A redact hook that cannot break a fold half-way: after any throw or non-string, `failed()` is true and nothing of the text may be used. */
export interface Redaction {
	readonly redact: ((text: string) => string) | undefined;
	failed(): boolean;
}

export function guardRedact(hook: ((text: string) => string) | undefined): Redaction {
	if (!hook) return { redact: undefined, failed: () => false };
	let broken = false;
	function redact(text: string): string {
		try {
			const clean: unknown = hook?.(text);
			if (typeof clean === "string") return clean;
			// An async hook by mistake: its rejection must not end the process.
			if (clean instanceof Promise) clean.catch(() => undefined);
		} catch {}
		broken = true;
		return "";
	}
	return { redact, failed: () => broken };
}
