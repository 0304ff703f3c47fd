import type { ReactNode } from "react";
import { Link } from "react-router";
import { ForgetKeyButton } from "../access/forget-key-button.tsx";
import { ThemeMenu } from "../theme/theme-menu.tsx";
import { Logo } from "./logo.tsx";

interface AppHeaderProps {
	/** After the logo: where one is. */
	readonly children?: ReactNode;
	/** At the right end, before the theme. */
	readonly actions?: ReactNode;
}

/** The bar at the top of every screen. */
export function AppHeader({ children, actions }: AppHeaderProps) {
	return (
		<header className="flex h-13 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 sm:gap-3 sm:px-4">
			<Link to="/" aria-label="Foldback: all flows" className="flex shrink-0 items-center gap-2.5 rounded-md">
				<Logo />
				<span className={`text-[15px] font-semibold tracking-tight ${children ? "hidden lg:inline" : ""}`}>Foldback</span>
			</Link>
			<div className="flex min-w-0 flex-1 items-center gap-2">{children}</div>
			<div className="flex shrink-0 items-center gap-1">
				{actions}
				<ForgetKeyButton />
				<ThemeMenu />
			</div>
		</header>
	);
}
