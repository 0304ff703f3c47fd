import { Link } from "react-router";
import { AppHeader } from "./app-header.tsx";

export function NotFoundPage() {
	return (
		<>
			<AppHeader />
			<main className="mx-auto max-w-lg p-6 pt-20">
				<h1 className="text-xl font-semibold">There is nothing here</h1>
				<p className="mt-2 text-muted">
					The address may be old.{" "}
					<Link to="/" className="text-accent underline underline-offset-2">
						All flows
					</Link>
				</p>
			</main>
		</>
	);
}
