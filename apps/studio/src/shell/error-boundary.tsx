import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";

interface Props {
	readonly children: ReactNode;
}

/** Shows a way out when a screen breaks, or its files are those of an older build. React wants a class for this. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | undefined }> {
	override state = { error: undefined };

	static getDerivedStateFromError(error: unknown) {
		return { error: error instanceof Error ? error : new Error(String(error)) };
	}

	override render() {
		const { error } = this.state as { readonly error: Error | undefined };
		if (!error) return this.props.children;
		return (
			<main className="mx-auto flex h-full max-w-lg flex-col justify-center gap-4 p-6">
				<h1 className="text-xl font-semibold">Something broke on this page</h1>
				<p className="text-muted">What was saved is safe. Loading the page again usually helps.</p>
				<pre className="overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs">{error.message}</pre>
				<div className="flex gap-2">
					<Button variant="primary" onClick={() => location.reload()}>
						Load again
					</Button>
					<Button onClick={() => location.assign("/")}>All flows</Button>
				</div>
			</main>
		);
	}
}
