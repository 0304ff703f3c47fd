import { useEffect, useRef, useState } from "react";
import type { SessionMemory } from "../api/session-memory.ts";
import { type Forgetting, findForgetting } from "./forgetting.ts";

/** The newest forgetting between two readings of a session's memory, until it is dismissed. */
export function useForgetting(memory: SessionMemory | undefined) {
	const before = useRef<SessionMemory>(undefined);
	const [forgetting, setForgetting] = useState<Forgetting>();
	useEffect(() => {
		if (!memory) return;
		const found = before.current && findForgetting(before.current, memory);
		before.current = memory;
		if (found) setForgetting(found);
	}, [memory]);
	return { forgetting, dismiss: () => setForgetting(undefined) };
}
