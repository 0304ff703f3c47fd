import type { ReactNode } from "react";

interface EmptyStateProps {
	readonly icon: ReactNode;
	readonly title: string;
	readonly children?: ReactNode;
	readonly actions?: ReactNode;
}

/** Stands where something would be, and says how to get it. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
	return (
		<div className="flex flex-col items-center gap-3 px-6 py-14 text-center">
			<div className="flex size-12 items-center justify-center rounded-xl bg-accent-soft text-accent [&_svg]:size-6">{icon}</div>
			<h2 className="text-base font-semibold">{title}</h2>
			{children ? <div className="max-w-md text-sm text-muted">{children}</div> : null}
			{actions ? <div className="mt-1 flex flex-wrap justify-center gap-2">{actions}</div> : null}
		</div>
	);
}
