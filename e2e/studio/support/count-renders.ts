import type { Page } from "playwright-core";

/** Renders of components, told apart by where their elements are. */
export interface Renders {
	/** Commits of React. */
	readonly commits: number;
	/** Components in and around the element that rendered. */
	readonly inside: number;
	/** Components elsewhere that rendered. */
	readonly elsewhere: number;
}

/**
 * Counts from the next load on which components render, as React's own developer tools do: also those whose element does not change.
 * @param selector the element whose components are told apart: those in it, and the one that it belongs to.
 */
export async function countRenders(page: Page, selector: string): Promise<void> {
	await page.addInitScript(installCounter, selector);
	await page.reload();
}

/** What has rendered since the last call. */
export async function rendersSince(page: Page): Promise<Renders> {
	return page.evaluate(() => {
		const counter = (globalThis as unknown as { renders: Renders }).renders;
		const seen = { commits: counter.commits, inside: counter.inside, elsewhere: counter.elsewhere };
		Object.assign(counter, { commits: 0, inside: 0, elsewhere: 0 });
		return seen;
	});
}

/** Longer than any timer that a render or a scroll starts, in milliseconds. */
const quietMs = 300;

/** Resolves when nothing has rendered or scrolled for a while; what has rendered until then is not counted any more. */
export async function rendersEnded(page: Page): Promise<void> {
	await page.evaluate(
		([quiet, most]) =>
			new Promise<void>((resolve, reject) => {
				const counter = (globalThis as unknown as { renders: { onCommit: () => void } }).renders;
				const giveUp = setTimeout(() => reject(new Error("The page goes on rendering.")), most);
				let timer = 0;
				const wait = () => {
					clearTimeout(timer);
					timer = window.setTimeout(() => {
						clearTimeout(giveUp);
						resolve();
					}, quiet);
				};
				counter.onCommit = wait;
				document.addEventListener("scroll", wait, { capture: true });
				wait();
			}),
		[quietMs, 15_000] as const,
	);
	await rendersSince(page);
}

interface Fiber {
	readonly child: Fiber | null;
	readonly sibling: Fiber | null;
	readonly return: Fiber | null;
	readonly alternate: Fiber | null;
	readonly flags: number;
	/** A string for elements. */
	readonly type: unknown;
	readonly stateNode: unknown;
}

/** Runs in the page, before React does. */
function installCounter(selector: string): void {
	const performedWork = 1;
	const renders = { commits: 0, inside: 0, elsewhere: 0, onCommit: () => undefined };
	const isComponent = ({ type }: Fiber) => typeof type === "function" || (typeof type === "object" && type !== null);
	const visit = (fiber: Fiber, before: Fiber | null, inside: boolean): void => {
		if (before && before.child === fiber.child) return;
		for (let child = fiber.child; child; child = child.sibling) {
			const within = inside || isOwner(child);
			if (isComponent(child) && (child.flags & performedWork) !== 0) renders[within ? "inside" : "elsewhere"] += 1;
			visit(child, child.alternate, within);
		}
	};
	/** The component that the element belongs to: nothing but elements lies between them. */
	const isOwner = (fiber: Fiber): boolean => {
		if (!isComponent(fiber)) return false;
		const element = document.querySelector(selector);
		const holds = (below: Fiber | null): boolean =>
			below !== null && ((!isComponent(below) && (below.stateNode === element || holds(below.child))) || holds(below.sibling));
		return element !== null && holds(fiber.child);
	};
	Object.assign(globalThis, {
		renders,
		__REACT_DEVTOOLS_GLOBAL_HOOK__: {
			supportsFiber: true,
			renderers: new Map(),
			inject: () => 1,
			checkDCE: () => undefined,
			onCommitFiberUnmount: () => undefined,
			onCommitFiberRoot(_id: number, { current }: { readonly current: Fiber }) {
				renders.commits += 1;
				renders.onCommit();
				visit(current, current.alternate, false);
			},
		},
	});
}
