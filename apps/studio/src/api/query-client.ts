import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./api-problem.ts";

/** Server state of the whole studio. What the host refused is not asked again; a host that cannot be reached is, twice. */
export function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: 5_000,
				retry: (failures, error) => failures < 2 && error instanceof ApiProblem && error.status === 0,
			},
		},
	});
}
