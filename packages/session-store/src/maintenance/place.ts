import { describeTarget } from "../postgres/pool.ts";

/** Where a database is. */
export type DatabasePlace = { readonly kind: "sqlite"; readonly path: string } | { readonly kind: "postgres"; readonly url: string };

/** @returns the place in words for people and logs: never user or password. @throws StoreError `unusable` when the URL is none. */
export function describePlace(place: DatabasePlace): string {
	return place.kind === "sqlite" ? place.path : describeTarget(place.url);
}
