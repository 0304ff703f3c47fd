import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type EndFollower, followEnd } from "./follow-end.ts";

/**
 * Keeps a scrolled element at its end while it grows, until the reader scrolls up; reaching the end takes hold again.
 * @param element it scrolls its only child, which grows.
 * @param onStick told whenever it takes hold or lets go, and at first: nothing else may scroll while it holds.
 */
export function useStickToEnd(element: RefObject<HTMLElement | null>, onStick: (sticks: boolean) => void) {
	const follower = useRef<EndFollower>(undefined);
	const [away, setAway] = useState(false);
	const tell = useEffectEvent(onStick);
	useEffect(() => {
		if (!element.current) return;
		const following = followEnd(element.current, { onStick: (sticks) => tell(sticks), onAway: setAway });
		follower.current = following;
		return following.stop;
	}, [element]);
	return {
		away,
		toEnd: useCallback(() => follower.current?.toEnd(), []),
		release: useCallback(() => follower.current?.release(), []),
	};
}
