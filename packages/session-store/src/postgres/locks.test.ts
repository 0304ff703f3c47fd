import { describe, expect, it } from "vitest";
import { flowLock, sessionLocks } from "../sql/locks.ts";
import { lockHash, lockStatement } from "./locks.ts";

const session = (sessionId: string) => ({ flowId: "f", userId: "ann", sessionId });

describe("lockHash", () => {
	it("tells parts apart, however they would join", () => {
		const hashes = [["a", "b"], ["ab"], ["a", "", "b"], ['a","b'], ["b", "a"]].map((name) => lockHash(name));
		expect(new Set(hashes).size).toBe(5);
	});
});

describe("lockStatement", () => {
	it("takes locks in one order, whatever order they are asked for in, and each once", () => {
		const names = ["x", "y", "z", "x"].map(session);
		expect(lockStatement(sessionLocks(names))).toBe(lockStatement(sessionLocks([...names].reverse())));
		expect(lockStatement(sessionLocks(names)).match(/pg_advisory_xact_lock\(/g)).toHaveLength(3);
		expect(lockStatement(sessionLocks(names)).match(/pg_advisory_xact_lock_shared\(/g)).toHaveLength(1);
	});

	it("takes a lock exclusively that is asked for both ways", () => {
		expect(lockStatement({ shared: [flowLock("f")], exclusive: [flowLock("f")] })).toBe(`SELECT pg_advisory_xact_lock(${lockHash(flowLock("f"))})`);
	});

	it("takes the flow's lock instead of very many sessions' locks", () => {
		const many = Array.from({ length: 2_000 }, (_, index) => session(`s${index}`));
		expect(lockStatement(sessionLocks(many))).toBe(`SELECT pg_advisory_xact_lock(${lockHash(flowLock("f"))})`);
	});
});
