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
	/** `plain` until it is pointed at; `accent` for what a form is for. */
	readonly tone?: keyof typeof tones;
	readonly children: ReactNode;
	readonly ref?: Ref<HTMLButtonElement>;
}

const tones = {
	plain: "text-muted hover:bg-sunken hover:text-ink",
	danger: "text-muted hover:bg-sunken hover:text-danger",
	accent: "bg-accent text-on-accent enabled:hover:bg-accent-strong",
	ink: "bg-ink text-surface hover:bg-ink/85",
} as const;
const sizes = { small: "size-7 rounded-md [&_svg]:size-3.5", medium: "size-9 rounded-lg [&_svg]:size-4" } as const;

/** A square button with an icon in place of its name. */
export function IconButton({ label, shortcut, size = "medium", active, tone = "plain", className, children, ...props }: IconButtonProps) {
	return (
		<Hint text={shortcut ? `${label} (${shortcut})` : label}>
			<button
				type="button"
				aria-label={label}
				aria-pressed={active}
				className={classNames(
					"inline-flex shrink-0 items-center justify-center transition-colors disabled:opacity-40",
					active ? "bg-accent-soft text-accent" : tones[tone],
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
