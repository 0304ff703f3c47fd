import type { ButtonHTMLAttributes, Ref } from "react";
import { classNames } from "./class-names.ts";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
	/** `primary` once a screen at most; `danger` for what cannot be undone. */
	readonly variant?: "primary" | "secondary" | "ghost" | "danger";
	readonly size?: "small" | "medium";
	readonly ref?: Ref<HTMLButtonElement>;
}

const variants = {
	primary: "bg-accent text-on-accent hover:bg-accent-strong shadow-sm",
	secondary: "bg-surface text-ink border border-line hover:bg-raised hover:border-line-strong shadow-sm",
	ghost: "text-ink hover:bg-sunken",
	danger: "bg-danger text-on-danger hover:brightness-110 shadow-sm",
} as const;

const sizes = { small: "h-7 px-2.5 text-xs gap-1.5 rounded-md", medium: "h-9 px-3.5 text-sm gap-2 rounded-lg" } as const;

export function Button({ variant = "secondary", size = "medium", className, type = "button", ...props }: ButtonProps) {
	return (
		<button
			type={type}
			className={classNames(
				"inline-flex shrink-0 items-center justify-center font-medium whitespace-nowrap transition-colors disabled:opacity-50",
				variants[variant],
				sizes[size],
				className,
			)}
			{...props}
		/>
	);
}
