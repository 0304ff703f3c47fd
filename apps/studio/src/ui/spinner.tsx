import { LoaderCircle } from "lucide-react";

interface SpinnerProps {
	/** What is being waited for, for screen readers. */
	readonly label?: string;
	readonly className?: string;
}

export function Spinner({ label = "Loading", className = "size-5" }: SpinnerProps) {
	return (
		<span role="status" className="inline-flex text-muted">
			<LoaderCircle aria-hidden className={`animate-spin ${className}`} />
			<span className="sr-only">{label}</span>
		</span>
	);
}
