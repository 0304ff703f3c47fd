import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./api-problem.ts";

/** Server state of the whole studio. What the host refused is not asked again; a host that cannot be reached is, twice. */
export function createQueryClient(): QueryClient {
	const client = new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: 5_000,
				retry: (failures, error) => failures < 2 && error instanceof ApiProblem && error.status === 0,
			},
		},
	});
	restartFirstReadings(client);
	return client;
}

/**
 * What is read for the first time while it is said to be old is read again too: the reading may have looked before the change. TanStack Query starts only
 * later readings again.
 */
function restartFirstReadings(client: QueryClient): void {
	const invalidate = client.invalidateQueries.bind(client);
	client.invalidateQueries = (filters, options) => {
		const { refetchType: _refetchType, ...which } = filters ?? {};
		for (const { queryKey, state } of client.getQueryCache().findAll(which)) {
			if (state.data === undefined && state.fetchStatus === "fetching") void client.cancelQueries({ queryKey, exact: true });
		}
		return invalidate(filters, options);
	};
}
