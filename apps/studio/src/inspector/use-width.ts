import { type RefCallback, useCallback, useState } from "react";

/** Follows the width of an element, in CSS pixels; 0 until it is laid out. */
export function useWidth<Element extends HTMLElement>(): readonly [RefCallback<Element>, number] {
	const [width, setWidth] = useState(0);
	const ref = useCallback((element: Element | null) => {
		if (!element) return;
		const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
		observer.observe(element);
		return () => observer.disconnect();
	}, []);
	return [ref, width];
}
