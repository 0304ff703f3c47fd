import type { JsonObject } from "@foldback/flow-runtime/flow-json";
import type { CatalogueAnswer } from "../../api/components.ts";
import { own, textAt } from "./document.ts";

/** A component that can be added to a flow. */
export interface Component {
	readonly type: string;
	readonly category: string;
	readonly displayName: string;
	readonly description: string;
	readonly icon: string;
	/** An Agent can use it. */
	readonly usableAsTool: boolean;
	/** `data.node` of a fresh node. */
	readonly node: JsonObject;
}

export interface Catalogue {
	readonly categories: readonly { readonly name: string; readonly components: readonly Component[] }[];
	/** By type, or another name under which exports have it; undefined: nodes of this type are kept, but cannot run here. */
	find(type: string): Component | undefined;
}

export function readCatalogueAnswer(answer: CatalogueAnswer): Catalogue {
	const byType = new Map<string, Component>();
	const categories = Object.entries(answer).map(([category, entries]) => {
		const components = Object.entries(entries).map(([type, entry]) => {
			const component = readComponent(category, type, entry);
			for (const name of [type, ...texts(own(entry, "aliases"))]) byType.set(name, component);
			return component;
		});
		return { name: categoryName(category), components };
	});
	return { categories, find: (type) => byType.get(type) };
}

/** `models_and_agents` → `Models and agents`. */
function categoryName(category: string): string {
	const words = category.replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function readComponent(category: string, type: string, entry: JsonObject): Component {
	// What only the catalogue says about a component does not belong into flows.
	const { aliases: _, usable_as_tool: usableAsTool, ...node } = entry;
	return {
		type,
		category,
		displayName: textAt(node, "display_name") || type,
		description: textAt(node, "description"),
		icon: textAt(node, "icon"),
		usableAsTool: usableAsTool === true,
		node,
	};
}

function texts(list: unknown): readonly string[] {
	return Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
}
