import type { Catalogue, Component } from "../flow/catalogue.ts";

/** The components whose name, type or description has every word of the search, or whose category has it, in the catalogue's order; all for an empty one. */
export function searchComponents(
	categories: Catalogue["categories"],
	search: string,
): readonly { readonly name: string; readonly components: readonly Component[] }[] {
	const words = search.toLowerCase().split(/\s+/).filter(Boolean);
	const matches = ({ displayName, type, description }: Component, category: string) => {
		const text = `${displayName} ${type} ${description}`.toLowerCase();
		return category.toLowerCase().includes(words.join(" ")) || words.every((word) => text.includes(word));
	};
	return categories
		.map(({ name, components }) => ({ name, components: components.filter((component) => matches(component, name)) }))
		.filter(({ components }) => components.length > 0);
}
