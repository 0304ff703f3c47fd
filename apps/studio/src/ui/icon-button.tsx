import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "./class-names.ts";
import { Hint } from "./hint.tsx";

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
	/** Its name for everybody: read aloud, and shown as a hint. */
	readonly label: string;
	/** Shown after the label, e.g. `Ctrl Z`. */
	readonly shortcut?: string;
	readonly size?: "small" | "medium";
	readonly active?: boolean;
	readonly children: ReactNode;
	readonly ref?: Ref<HTMLButtonElement>;
}

const sizes = { small: "size-7 rounded-md [&_svg]:size-3.5", medium: "size-9 rounded-lg [&_svg]:size-4" } as const;

/** A square button with an icon in place of its name. */
export function IconButton({ label, shortcut, size = "medium", active, className, children, ...props }: IconButtonProps) {
	return (
		<Hint text={shortcut ? `${label} (${shortcut})` : label}>
			<button
				type="button"
				aria-label={label}
				aria-pressed={active}
				className={classNames(
					"inline-flex shrink-0 items-center justify-center transition-colors disabled:opacity-40",
					active ? "bg-accent-soft text-accent" : "text-muted hover:bg-sunken hover:text-ink",
					sizes[size],
					className,
				)}
				{...props}
			>
				{children}
			</button>
		</Hint>
	);
}
