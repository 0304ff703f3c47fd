import { ChevronRight, Hammer, TriangleAlert } from "lucide-react";
import { showDuration } from "./show-time.ts";
import type { ToolStep } from "./tool-steps.ts";

/** What an answer did with tools: one line a step, which opens to its input and output. */
export function ToolStepList({ steps }: { readonly steps: readonly ToolStep[] }) {
	return (
		<div className="mb-2 flex flex-col gap-1.5">
			{steps.map((step, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a stored answer's steps never move
				<div key={index} className="flex flex-col gap-1.5">
					{step.said === "" ? null : <p className="text-sm whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{step.said}</p>}
					<details className="group/step rounded-lg border border-line bg-raised text-xs">
						<summary className="flex cursor-pointer list-none items-center gap-2 rounded-lg px-2.5 py-1.5 [&_svg]:size-3.5">
							{step.failed ? <TriangleAlert aria-hidden className="text-danger" /> : <Hammer aria-hidden className="text-muted" />}
							<span className="min-w-0 flex-1 truncate">
								{step.running ? "Using " : step.failed ? "Failed: " : "Used "}
								<strong className="font-medium">{step.name}</strong>
							</span>
							{step.durationMs === undefined || step.running ? null : <span className="text-muted tabular-nums">{showDuration(step.durationMs)}</span>}
							<ChevronRight aria-hidden className="text-muted transition-transform group-open/step:rotate-90" />
						</summary>
						<div className="flex flex-col gap-2 border-t border-line px-2.5 py-2">
							<StepText label="Input" text={step.input} />
							{step.running ? null : <StepText label={step.failed ? "Error" : "Output"} text={step.output} />}
						</div>
					</details>
				</div>
			))}
		</div>
	);
}

function StepText({ label, text }: { readonly label: string; readonly text: string }) {
	return (
		<div>
			<div className="font-medium text-muted">{label}</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, also by keyboard */}
			<pre tabIndex={0} className="mt-0.5 max-h-60 overflow-auto font-mono text-[11px] leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
				{text === "" ? "(nothing)" : text}
			</pre>
		</div>
	);
}
