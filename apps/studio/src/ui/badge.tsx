import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface BadgeProps {
	readonly tone?: "neutral" | "accent" | "warn" | "danger" | "ok" | "info";
	readonly children: ReactNode;
	readonly className?: string;
}

const tones = {
	neutral: "bg-sunken text-muted",
	accent: "bg-accent-soft text-accent",
	warn: "bg-warn-soft text-warn",
	danger: "bg-danger-soft text-danger",
	ok: "bg-ok-soft text-ok",
	info: "bg-info-soft text-info",
} as const;

export function Badge({ tone = "neutral", children, className }: BadgeProps) {
	return (
		<span
			className={classNames(
				"inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-[11px] leading-4 font-medium whitespace-nowrap [&_svg]:size-3",
				tones[tone],
				className,
			)}
		>
			{children}
		</span>
	);
}
