import type { Capabilities, Harness, RegisterTest } from "./harness.ts";

/** One case of a suite. */
export interface Case<Opened> {
	readonly name: string;
	/** Registered only for stores with all of these. */
	readonly needs?: readonly (keyof Capabilities)[];
	/** `second` is another connection to the same data where the harness has one, else `first` again. */
	run(first: Opened, second: Opened): Promise<void>;
}

const defaultTimeoutMs = 20_000;

/** Registers the cases that apply to the store. */
export function registerCases<Opened extends { close?(): Promise<void> }>(test: RegisterTest, harness: Harness<Opened>, cases: readonly Case<Opened>[]): void {
	for (const { name, needs = [], run } of cases) {
		if (!needs.every((capability) => harness.capabilities[capability])) continue;
		test(`${harness.name}: ${name}`, () => within(harness.timeoutMs ?? defaultTimeoutMs, runCase(harness, run)));
	}
}

async function runCase<Opened extends { close?(): Promise<void> }>(harness: Harness<Opened>, run: Case<Opened>["run"]): Promise<void> {
	const first = await harness.open();
	try {
		const second = (await harness.openSecond?.(first)) ?? first;
		try {
			await run(first, second);
		} finally {
			if (second !== first) await second.close?.();
		}
	} finally {
		await first.close?.();
	}
}

async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
	const { promise: late, reject } = Promise.withResolvers<void>();
	const timer = setTimeout(() => reject(new Error(`The case took more than ${timeoutMs} ms: find what the store waits for, or raise timeoutMs.`)), timeoutMs);
	try {
		await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
