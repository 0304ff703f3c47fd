/** The look of everything that text is typed into. */
export const controlClasses =
	"w-full rounded-md border border-line bg-surface px-2.5 text-sm text-ink shadow-xs transition-colors hover:border-line-strong disabled:opacity-60 aria-invalid:border-danger";
