import { Link } from "react-router";
import { ApiProblem, problemText } from "../api/api-problem.ts";
import { Button } from "../ui/button.tsx";

interface PageProblemProps {
	readonly title: string;
	readonly error: unknown;
	readonly onRetry: () => void;
}

/** A whole page that could not be loaded: why, and what to do. */
export function PageProblem({ title, error, onRetry }: PageProblemProps) {
	return (
		<main className="mx-auto flex h-full max-w-lg flex-col justify-center gap-4 p-6">
			<h1 className="text-xl font-semibold">{title}</h1>
			<p className="text-muted">{isGone(error) ? "There is no such flow here. It may have been deleted, or the address is not whole." : problemText(error)}</p>
			<div className="flex items-center gap-3">
				<Button variant="primary" onClick={onRetry}>
					Try again
				</Button>
				<Link to="/" className="text-accent underline underline-offset-2">
					All flows
				</Link>
			</div>
		</main>
	);
}

/** The host's own words are for programs: they name its paths. */
function isGone(error: unknown): boolean {
	return error instanceof ApiProblem && error.status === 404;
}
