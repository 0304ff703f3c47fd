import { Spinner } from "../ui/spinner.tsx";

export function PageLoading() {
	return (
		<main className="flex h-full items-center justify-center">
			<Spinner />
		</main>
	);
}
