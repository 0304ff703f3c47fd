import type { Standing } from "./classify-session.ts";

/** How each standing is shown: its name, its colours, and what it means. */
export const standingStyle: Readonly<Record<Standing, { readonly name: string; readonly fill: string; readonly dot: string; readonly meaning: string }>> = {
	absorbed: { name: "Absorbed", fill: "fill-accent", dot: "bg-accent", meaning: "In the summary; not sent word for word any more." },
	uncovered: {
		name: "Uncovered",
		fill: "fill-danger",
		dot: "bg-danger",
		meaning: "Neither absorbed nor sent: the model does not know them until they are folded.",
	},
	backlog: {
		name: "Backlog",
		fill: "fill-(--strip-backlog)",
		dot: "bg-(--strip-backlog)",
		meaning: "Older than the recent window, sent word for word until the next fold.",
	},
	recent: { name: "Recent window", fill: "fill-info", dot: "bg-info", meaning: "The newest messages, always sent word for word." },
	unseen: { name: "Not shown to models", fill: "fill-line-strong", dot: "bg-line-strong", meaning: "Errors and empty messages." },
};

/** In the order in which they lie in a session. */
export const standings: readonly Standing[] = ["absorbed", "uncovered", "backlog", "recent", "unseen"];
