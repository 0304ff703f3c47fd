import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { controlClasses } from "./control-classes.ts";

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "children"> {
	readonly options: readonly (string | { readonly value: string; readonly label: string })[];
	readonly onValueChange: (value: string) => void;
	/** For what is rarely needed: small, without a frame. */
	readonly subtle?: boolean;
}

const subtleClasses = "h-6 max-w-full appearance-none rounded bg-transparent px-1 -mx-1 text-xs text-muted hover:bg-sunken hover:text-ink";

/** The platform's own choice of one: it is the best one on phones and for screen readers. */
export function Select({ options, onValueChange, subtle = false, className, ...props }: SelectProps) {
	return (
		<span className={classNames("relative block", className)}>
			<select
				className={subtle ? subtleClasses : classNames(controlClasses, "h-8 appearance-none pr-8")}
				onChange={(event) => onValueChange(event.target.value)}
				{...props}
			>
				{options.map((option) => {
					const { value, label } = typeof option === "string" ? { value: option, label: option } : option;
					return (
						<option key={value} value={value}>
							{label}
						</option>
					);
				})}
			</select>
			{subtle ? null : <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-muted" />}
		</span>
	);
}
