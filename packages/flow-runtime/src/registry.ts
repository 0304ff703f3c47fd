import type { ComponentDefinition } from "./component.ts";

/** The components that flows may use. */
export interface ComponentRegistry {
	/** @returns the definition for a type or one of its aliases. */
	get(type: string): ComponentDefinition | undefined;
	readonly definitions: readonly ComponentDefinition[];
}

/**
 * Makes a registry.
 * @throws Error when two definitions claim one type: that is a mistake in the program.
 */
export function createRegistry(definitions: readonly ComponentDefinition[]): ComponentRegistry {
	const byType = new Map<string, ComponentDefinition>();
	for (const definition of definitions) {
		for (const type of [definition.type, ...(definition.aliases ?? [])]) {
			if (byType.has(type)) throw new Error(`Two components have the type ${type}. Give one of them another type.`);
			byType.set(type, definition);
		}
	}
	return { get: (type) => byType.get(type), definitions };
}
