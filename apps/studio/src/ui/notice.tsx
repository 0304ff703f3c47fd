import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface NoticeProps {
	readonly tone?: "info" | "warn" | "danger";
	readonly children: ReactNode;
	readonly actions?: ReactNode;
	readonly className?: string;
}

const tones = { info: "bg-info-soft text-info", warn: "bg-warn-soft text-warn", danger: "bg-danger-soft text-danger" } as const;
const icons = { info: Info, warn: TriangleAlert, danger: CircleAlert } as const;

/** Something to know, where it matters. */
export function Notice({ tone = "info", children, actions, className }: NoticeProps) {
	const Icon = icons[tone];
	return (
		<div role={tone === "info" ? "note" : "alert"} className={classNames("flex gap-2.5 rounded-lg px-3 py-2.5 text-sm", tones[tone], className)}>
			<Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
			<div className="min-w-0 flex-1">
				<div className="break-words text-ink">{children}</div>
				{actions ? <div className="mt-2 flex flex-wrap gap-2">{actions}</div> : null}
			</div>
		</div>
	);
}
