import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** From this close to the end, in pixels, the reader counts as being there. */
const nearPx = 24;

/**
 * Keeps a scrolled element at its end while it grows, until the reader scrolls up; reaching the end takes hold again.
 * @param height changes whenever the content may have grown.
 */
export function useStickToEnd(element: RefObject<HTMLElement | null>, height: number) {
	const sticks = useRef(true);
	const lastTop = useRef(0);
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
			const rest = scrolled.scrollHeight - scrolled.clientHeight - scrolled.scrollTop;
			if (rest <= nearPx) sticks.current = true;
			else if (scrolled.scrollTop < lastTop.current) sticks.current = false;
			lastTop.current = scrolled.scrollTop;
			setAway(!sticks.current);
		};
		scrolled.addEventListener("scroll", look, { passive: true });
		return () => scrolled.removeEventListener("scroll", look);
	}, [element]);

	// biome-ignore lint/correctness/useExhaustiveDependencies: runs because the height changed
	useLayoutEffect(() => {
		if (sticks.current) element.current?.scrollTo({ top: element.current.scrollHeight });
	}, [element, height]);

	return { away, toEnd, release };
}
