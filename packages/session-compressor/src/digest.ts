const multipliers = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const;

type Lanes = [number, number, number, number];

/**
 * Rolling hash over the rows absorbed so far, in order: 128 bits as 32 hex digits. Tells whether a history is still the one that was
 * absorbed. Not for security: whoever can choose texts can make two histories with the same digest.
 * @param previous digest of the rows before this one; undefined before the first.
 */
export function extendDigest(previous: string | undefined, row: { readonly id: string; readonly text: string }): string {
	const lanes: Lanes = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];
	absorb(lanes, previous ?? "");
	absorb(lanes, row.id);
	absorb(lanes, row.text);
	return finish(lanes);
}

/** The length goes first: so no two different triples of texts give the same sequence of numbers. */
function absorb(lanes: Lanes, text: string): void {
	mix(lanes, text, text.length);
}

/**
 * Takes in one unit, then the units of `text`. For a given unit a bijection of the four lanes: no step forgets anything of what came before. One loop
 * over plain numbers: whole threads go through it.
 */
function mix(lanes: Lanes, text: string, head: number): void {
	let [a, b, c, d] = lanes;
	for (let at = -1; at < text.length; at += 1) {
		const unit = at < 0 ? head : text.charCodeAt(at);
		const first = rotate(Math.imul(a ^ unit, multipliers[0]), 15);
		const second = (rotate(Math.imul(b ^ unit, multipliers[1]), 17) + first) | 0;
		const third = (rotate(Math.imul(c ^ unit, multipliers[2]), 13) + second) | 0;
		a = (first ^ (d >>> 7)) | 0;
		b = second;
		c = third;
		d = (rotate(Math.imul(d ^ unit, multipliers[3]), 19) + third) | 0;
	}
	lanes[0] = a;
	lanes[1] = b;
	lanes[2] = c;
	lanes[3] = d;
}

function finish(lanes: Lanes): string {
	for (let round = 0; round < 8; round += 1) mix(lanes, "", 0x10000 + round);
	return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}

function rotate(value: number, bits: number): number {
	return (value << bits) | (value >>> (32 - bits));
}
