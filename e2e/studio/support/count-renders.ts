import type { Page } from "playwright-core";
import { expect } from "vitest";

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
		const seen = { ...counter };
		Object.assign(counter, { commits: 0, inside: 0, elsewhere: 0 });
		return seen;
	});
}

/** Resolves when nothing has rendered between two looks half a second apart; what has rendered until then is not counted any more. */
export async function rendersEnded(page: Page): Promise<void> {
	let quietLooks = 0;
	const look = async () => {
		quietLooks = (await rendersSince(page)).commits === 0 ? quietLooks + 1 : 0;
		return quietLooks;
	};
	await expect.poll(look, { interval: 500, timeout: 15_000 }).toBeGreaterThan(1);
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
	const renders = { commits: 0, inside: 0, elsewhere: 0 };
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
				visit(current, current.alternate, false);
			},
		},
	});
}
