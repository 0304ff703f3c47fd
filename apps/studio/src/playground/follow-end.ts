/** From this close to the end, in pixels, the reader counts as being there. */
const nearPx = 24;
const upKeys = new Set(["ArrowUp", "PageUp", "Home"]);

/** Holds a scrolled element at its end. */
export interface EndFollower {
	/** Goes to the end and takes hold. */
	toEnd(): void;
	/** Lets go, to scroll elsewhere. */
	release(): void;
	stop(): void;
}

export interface EndFollowerOptions {
	/** It holds, or has let go. Told at first, and as often as something is decided. */
	readonly onStick: (sticks: boolean) => void;
	/** The reader is somewhere else than at the end. */
	readonly onAway: (away: boolean) => void;
}

/**
 * Keeps a scrolled element at its end while it grows, until the reader scrolls up; reaching the end takes hold again.
 * @param scrolled it scrolls its only child, which grows.
 */
export function followEnd(scrolled: HTMLElement, { onStick, onAway }: EndFollowerOptions): EndFollower {
	const listening = new AbortController();
	let sticks = true;
	let top = 0;
	/** By its scrollbar, or by a finger. */
	let held = false;
	const stick = (holds: boolean) => {
		sticks = holds;
		onStick(holds);
	};
	const goToEnd = () => scrolled.scrollTo({ top: scrolled.scrollHeight });
	const listen = listenUntil(listening.signal);

	listen(scrolled, ["scroll"], () => {
		const { scrollTop, scrollHeight, clientHeight } = scrolled;
		if (scrollHeight - clientHeight - scrollTop <= nearPx) stick(true);
		// Rows that turn out smaller than expected move the content too; only a reader who holds it means it.
		else if (held && scrollTop < top) stick(false);
		top = scrollTop;
		onAway(!sticks);
	});
	listen(scrolled, ["pointerdown", "touchmove"], () => {
		held = true;
	});
	listen(window, ["pointerup", "pointercancel", "touchend", "touchcancel"], () => {
		held = false;
	});
	// At once: before it scrolls, what has grown would bring it back to the end.
	listen(scrolled, ["wheel", "keydown"], (event) => {
		if (scrolled.scrollTop > 0 && meansUp(event)) stick(false);
	});
	// Rows come or turn out higher, the input below grows, a keyboard appears on a phone: the end stays in sight, before anything is painted.
	const resized = new ResizeObserver(() => sticks && goToEnd());
	for (const observed of [scrolled, ...scrolled.children]) resized.observe(observed);
	onStick(sticks);

	return {
		toEnd() {
			stick(true);
			onAway(false);
			goToEnd();
		},
		release: () => stick(false),
		stop() {
			listening.abort();
			resized.disconnect();
		},
	};
}

function listenUntil(signal: AbortSignal) {
	return (target: EventTarget, types: readonly string[], listener: (event: Event) => void) => {
		for (const type of types) target.addEventListener(type, listener, { passive: true, signal });
	};
}

/** Whether the reader wants to see what is further up. Keys in a field belong to the field. */
function meansUp(event: Event): boolean {
	if (event instanceof WheelEvent) return event.deltaY < 0;
	return event instanceof KeyboardEvent && upKeys.has(event.key) && !(event.target instanceof Element && event.target.matches("input, textarea, select"));
}
