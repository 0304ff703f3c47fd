/** Where the README's commands expect the host. */
const readmeOrigin = /http:\/\/(?:127\.0\.0\.1|localhost):7860/g;

/**
 * The shell commands of a README's section "Quick start" that talk to a running host, in order, as one script.
 * Blocks without `curl` (those that install and start) are left out; only the address changes.
 */
export function quickStartScript(markdown: string, hostUrl: string): string {
	const section = /^#{1,6} quick start\b.*$([\s\S]*?)(?=^#{1,2} |(?![\s\S]))/im.exec(markdown)?.[1];
	if (section === undefined) throw new Error('The README has no section "Quick start".');
	const blocks = [...section.matchAll(/^```(?:bash|sh|shell|console)\n([\s\S]*?)^```/gm)]
		.map(([, block = ""]) => block)
		.filter((block) => /\bcurl\b/.test(block));
	if (blocks.length === 0) throw new Error('The section "Quick start" of the README has no shell block with curl.');
	return blocks.join("\n").replace(readmeOrigin, hostUrl);
}
