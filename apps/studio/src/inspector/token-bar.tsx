import { showNumber } from "../playground/show-time.ts";

interface TokenBarProps {
	/** As the model reported it; the sum of the parts when it did not. */
	readonly total: number | undefined;
	readonly parts: readonly { readonly name: string; readonly tokens: number; readonly className: string }[];
}

/** What a call's input tokens went to. */
export function TokenBar({ total, parts }: TokenBarProps) {
	const sum = parts.reduce((all, { tokens }) => all + tokens, 0);
	const shown = parts.filter(({ tokens }) => tokens > 0);
	return (
		<div className="text-xs">
			<div className="flex items-baseline justify-between">
				<span className="font-medium">{showNumber(total ?? sum)} input tokens</span>
				<span className="text-muted">{total === undefined ? "estimated" : "parts are estimated"}</span>
			</div>
			<div className="mt-1.5 flex h-2.5 gap-px overflow-hidden rounded-full bg-sunken" aria-hidden="true">
				{shown.map(({ name, tokens, className }) => (
					<span key={name} className={className} style={{ width: `${(100 * tokens) / Math.max(1, sum)}%` }} />
				))}
			</div>
			<ul className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5">
				{shown.map(({ name, tokens, className }) => (
					<li key={name} className="flex items-center gap-1.5">
						<span className={`size-2.5 rounded-xs ${className}`} />
						{name} <span className="tabular-nums">{showNumber(tokens)}</span>
					</li>
				))}
			</ul>
		</div>
	);
}
