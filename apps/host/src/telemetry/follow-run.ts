import { ProblemError } from "../http/problem.ts";
import type { FinishedRun, RunOrder } from "../run/execute-run.ts";
import type { Telemetry } from "./telemetry.ts";

/** Runs an order, and follows it where telemetry is configured. */
export async function followRun(
	telemetry: Telemetry | undefined,
	{ runId, order }: { readonly runId: string; readonly order: RunOrder },
	run: (order: RunOrder) => Promise<FinishedRun>,
): Promise<FinishedRun> {
	if (!telemetry) return await run(order);
	const turn = telemetry.turn({ runId, flowId: order.flow.id, caller: order.caller });
	const onEvent: RunOrder["onEvent"] = (event) => {
		turn.see(event);
		order.onEvent(event);
	};
	try {
		const finished = await turn.within(() => run({ ...order, onEvent }));
		turn.end({ status: "finished", code: "" });
		return finished;
	} catch (error) {
		const code = ProblemError.isInstance(error) ? error.kind : "internal-error";
		turn.end({ status: code === "cancelled" ? "cancelled" : "failed", code });
		throw error;
	}
}
