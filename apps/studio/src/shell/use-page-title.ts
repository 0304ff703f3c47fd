import { useEffect } from "react";

/** What the browser calls this page; just the product's name without one. */
export function usePageTitle(title: string | undefined): void {
	useEffect(() => {
		document.title = title ? `${title} · Foldback` : "Foldback";
	}, [title]);
}
