import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** From this close to the end, in pixels, the reader counts as being there. */
const nearPx = 24;

/**
 * Keeps a scrolled element at its end while it grows, until the reader scrolls up; reaching the end takes hold again.
 * @param element it scrolls its only child, which grows.
 * @param onStick told whenever it takes hold or lets go, and at first: nothing else may scroll while it holds.
 */
export function useStickToEnd(element: RefObject<HTMLElement | null>, onStick: (sticks: boolean) => void) {
	const sticks = useRef(true);
	/** Where it was last seen, and whether the reader holds its scrollbar. */
	const last = useRef({ top: 0, held: false });
	const [away, setAway] = useState(false);
	const tell = useRef(onStick);
	tell.current = onStick;
	const stick = useCallback((held: boolean) => {
		sticks.current = held;
		tell.current(held);
	}, []);
	const toEnd = useCallback(() => {
		stick(true);
		setAway(false);
		element.current?.scrollTo({ top: element.current.scrollHeight });
	}, [element, stick]);
	const release = useCallback(() => stick(false), [stick]);

	useEffect(() => {
		const scrolled = element.current;
		if (!scrolled) return;
		tell.current(sticks.current);
		const look = () => {
			const { scrollTop: top, scrollHeight, clientHeight } = scrolled;
			if (scrollHeight - clientHeight - top <= nearPx) stick(true);
			// Rows that turn out smaller than expected move the content too; only a reader who holds the scrollbar means it.
			else if (last.current.held && top < last.current.top) stick(false);
			last.current.top = top;
			setAway(!sticks.current);
		};
		const hold = (event: PointerEvent) => {
			last.current.held = event.type === "pointerdown";
		};
		const letGo = (event: Event) => {
			if (meansUp(event)) stick(false);
		};
		// Rows come or turn out higher, the input below grows, a keyboard appears on a phone: the end stays in sight, before anything is painted.
		const resized = new ResizeObserver(() => {
			if (sticks.current) scrolled.scrollTo({ top: scrolled.scrollHeight });
		});
		for (const observed of [scrolled, ...scrolled.children]) resized.observe(observed);
		scrolled.addEventListener("scroll", look, { passive: true });
		scrolled.addEventListener("pointerdown", hold);
		for (const type of endTypes) window.addEventListener(type, hold);
		for (const type of upTypes) scrolled.addEventListener(type, letGo, { passive: true });
		return () => {
			resized.disconnect();
			scrolled.removeEventListener("scroll", look);
			scrolled.removeEventListener("pointerdown", hold);
			for (const type of endTypes) window.removeEventListener(type, hold);
			for (const type of upTypes) scrolled.removeEventListener(type, letGo);
		};
	}, [element, stick]);

	return { away, toEnd, release };
}

const endTypes = ["pointerup", "pointercancel"] as const;
const upTypes = ["wheel", "keydown", "touchmove"] as const;
const upKeys = new Set(["ArrowUp", "PageUp", "Home"]);

/** Whether the reader wants to see what is further up. */
function meansUp(event: Event): boolean {
	if (event instanceof WheelEvent) return event.deltaY < 0;
	if (event instanceof KeyboardEvent) return upKeys.has(event.key);
	return event.type === "touchmove";
}
