/** Where the README's commands expect the host. */
const readmeOrigin = /http:\/\/(?:127\.0\.0\.1|localhost):7860/g;

/**
 * The shell commands of a README that talk to a running host, in order, as one script.
 * Blocks without `curl` (those that install and start) are left out; only the address changes.
 */
export function readmeScript(markdown: string, hostUrl: string): string {
	const blocks = [...markdown.matchAll(/^```(?:bash|sh|shell|console)\n([\s\S]*?)^```/gm)]
		.map(([, block = ""]) => block)
		.filter((block) => /\bcurl\b/.test(block));
	if (blocks.length === 0) throw new Error("The README has no shell block with curl.");
	return blocks.join("\n").replace(readmeOrigin, hostUrl);
}
