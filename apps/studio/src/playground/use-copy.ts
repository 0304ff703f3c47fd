import { useEffect, useState } from "react";
import { useToast } from "../ui/toast-context.ts";

const shownMs = 1_500;

/** Copies text to the clipboard; `copied` holds for a moment afterwards. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
	const [copied, setCopied] = useState(false);
	const toast = useToast();
	useEffect(() => {
		if (!copied) return;
		const timer = setTimeout(() => setCopied(false), shownMs);
		return () => clearTimeout(timer);
	}, [copied]);
	const copy = (text: string) => {
		navigator.clipboard.writeText(text).then(
			() => setCopied(true),
			() => toast({ text: "The browser does not allow copying here. Select the text and copy it by keyboard.", tone: "danger" }),
		);
	};
	return { copied, copy };
}
