const start = /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d|at \S+\(|[{<])/;
const level = /\b(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL)\b/;

/** Whether a sentence reads like a line of a log, a stack trace or markup rather than like speech. */
export function isLogLike(text: string): boolean {
	return start.test(text) || level.test(text);
}
