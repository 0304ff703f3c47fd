import { Plus } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { useFlowMutations } from "./use-flow-mutations.ts";

/** Makes a flow and opens it. */
export function NewFlowButton() {
	const { create } = useFlowMutations();
	return (
		<Button variant="primary" disabled={create.isPending} onClick={() => create.mutate()}>
			<Plus className="size-4" /> New flow
		</Button>
	);
}
