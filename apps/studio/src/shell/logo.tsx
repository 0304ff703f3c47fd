/** The mark: what is folded, and what goes on. */
export function Logo({ className = "size-7" }: { readonly className?: string }) {
	return (
		<svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
			<rect width="32" height="32" rx="8" fill="#0f766e" />
			<path d="M9 8h14v4.5H13.5V16H20v4.5h-6.500V25H9z" fill="#f0fdfa" />
			<path d="M20 20.500 25 16l-5-4.500z" fill="#5eead4" />
		</svg>
	);
}
