/**
 * What people, chat rows and models may be told of an error: its message, unless it comes from a database. Those name server, user, file or stored text, so
 * only what the store made public of it is told.
 */
export function failureText(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const told = chain(error).find((cause) => "publicMessage" in cause && typeof cause.publicMessage === "string");
	if (told && "publicMessage" in told) return `The database failed: ${String(told.publicMessage)}`;
	return chain(error).some(isDriverError) ? "The database failed." : error.message;
}

const maxCauses = 5;

function chain(error: Error): readonly Error[] {
	const errors = [error];
	for (let cause = error.cause; cause instanceof Error && errors.length < maxCauses; cause = cause.cause) errors.push(cause);
	return errors;
}

/** An error as SQLite's or PostgreSQL's driver throws it, or as Drizzle wraps it. */
function isDriverError(error: Error): boolean {
	if (error.name === "DrizzleQueryError" || error.name === "SqliteError") return true;
	return "code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code) && "severity" in error;
}
