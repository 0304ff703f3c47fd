import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** From this close to the end, in pixels, the reader counts as being there. */
const nearPx = 24;

/**
 * Keeps a scrolled element at its end while it grows, until the reader scrolls up; reaching the end takes hold again.
 * @param height changes whenever the content may have grown.
 */
export function useStickToEnd(element: RefObject<HTMLElement | null>, height: number) {
	const sticks = useRef(true);
	const last = useRef({ top: 0, height: 0 });
	const [away, setAway] = useState(false);
	const toEnd = useCallback(() => {
		sticks.current = true;
		setAway(false);
		element.current?.scrollTo({ top: element.current.scrollHeight });
	}, [element]);
	const release = useCallback(() => {
		sticks.current = false;
	}, []);

	useEffect(() => {
		const scrolled = element.current;
		if (!scrolled) return;
		const look = () => {
			const { scrollTop: top, scrollHeight: height, clientHeight } = scrolled;
			if (height - clientHeight - top <= nearPx) sticks.current = true;
			// Rows that turn out smaller than expected move the content too, but change its height.
			else if (top < last.current.top && height === last.current.height) sticks.current = false;
			last.current = { top, height };
			setAway(!sticks.current);
		};
		const letGo = (event: Event) => {
			if (meansUp(event)) sticks.current = false;
		};
		scrolled.addEventListener("scroll", look, { passive: true });
		for (const type of upTypes) scrolled.addEventListener(type, letGo, { passive: true });
		return () => {
			scrolled.removeEventListener("scroll", look);
			for (const type of upTypes) scrolled.removeEventListener(type, letGo);
		};
	}, [element]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: runs because the height changed
	useLayoutEffect(() => {
		if (sticks.current) element.current?.scrollTo({ top: element.current.scrollHeight });
	}, [element, height]);

	return { away, toEnd, release };
}

const upTypes = ["wheel", "keydown", "touchmove"] as const;
const upKeys = new Set(["ArrowUp", "PageUp", "Home"]);

/** Whether the reader wants to see what is further up. */
function meansUp(event: Event): boolean {
	if (event instanceof WheelEvent) return event.deltaY < 0;
	if (event instanceof KeyboardEvent) return upKeys.has(event.key);
	return event.type === "touchmove";
}
