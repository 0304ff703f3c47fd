import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Puts what the host has just said into what was read from it. A reading that is under way may have looked before that, and would bring the old back:
 * it starts again. What was never read is left to its reading.
 */
export function putNewer<Data>(client: QueryClient, queryKey: QueryKey, change: (data: Data) => Data): void {
	const exactly = { queryKey, exact: true };
	const isReading = client.getQueryState(queryKey)?.fetchStatus === "fetching";
	if (isReading) void client.cancelQueries(exactly);
	const data = client.setQueryData<Data>(queryKey, (before) => before && change(before));
	if (isReading || data === undefined) void client.invalidateQueries(exactly);
}
