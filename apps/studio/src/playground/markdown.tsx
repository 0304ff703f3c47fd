import { memo, useEffect, useState } from "react";
import Markdown, { type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import remend from "remend";
import { CodeBlock } from "./code-block.tsx";
import "./rich-text.css";

const remarkPlugins = [remarkGfm];
type Highlight = NonNullable<Options["rehypePlugins"]>;
let highlight: Highlight | undefined;

interface RichTextProps {
	readonly text: string;
	/** More is to come: open marks are closed for now, and nothing is highlighted yet. */
	readonly streaming?: boolean;
}

/** A text in Markdown. HTML in it is shown as text; links open in a new tab. */
export const RichText = memo(function RichText({ text, streaming = false }: RichTextProps) {
	const plugins = useHighlight(!streaming && /^ {0,3}(?:```|~~~)/m.test(text));
	return (
		<div className="rich-text">
			<Markdown remarkPlugins={remarkPlugins} rehypePlugins={plugins} components={components}>
				{streaming ? remend(text) : text}
			</Markdown>
		</div>
	);
});

const components: Options["components"] = {
	a: ({ node: _node, ...props }) => <a {...props} target="_blank" rel="noreferrer noopener" />,
	pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
	// Pictures from elsewhere would tell their server who reads what; the page's policy does not load them anyway.
	img: ({ alt, src }) => (
		<a href={typeof src === "string" ? src : undefined} target="_blank" rel="noreferrer noopener">
			{alt || "Picture"}
		</a>
	),
	table: ({ node: _node, ...props }) => (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard
		<section className="overflow-x-auto" tabIndex={0} aria-label="Table">
			<table {...props} />
		</section>
	),
};

/** The highlighter, once it is loaded; it is not, until the first code block is there. */
function useHighlight(wanted: boolean): Highlight | undefined {
	const [loaded, setLoaded] = useState(highlight);
	useEffect(() => {
		if (!wanted || loaded) return;
		let here = true;
		void import("rehype-highlight").then(({ default: plugin }) => {
			highlight = [[plugin, { detect: false }]];
			if (here) setLoaded(highlight);
		});
		return () => {
			here = false;
		};
	}, [wanted, loaded]);
	return wanted ? loaded : undefined;
}
