import { Check, Copy } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import { useCopy } from "./use-copy.ts";

/** Code in an answer, with a button that copies it. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
	const code = useRef<HTMLPreElement>(null);
	const { copied, copy } = useCopy();
	return (
		<div className="group/code relative">
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
			<pre ref={code} tabIndex={0}>
				{children}
			</pre>
			<IconButton
				label={copied ? "Copied" : "Copy code"}
				size="small"
				className="absolute top-1.5 right-1.5 bg-surface/80"
				onClick={() => copy(code.current?.textContent ?? "")}
			>
				{copied ? <Check /> : <Copy />}
			</IconButton>
		</div>
	);
}
