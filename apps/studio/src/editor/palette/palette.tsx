import { Search, StickyNote } from "lucide-react";
import { type Ref, useState } from "react";
import { TextInput } from "../../ui/text-input.tsx";
import { ComponentIcon } from "../canvas/component-icon.tsx";
import { useEditor } from "../editor-context.ts";
import { noteType } from "./dragged-component.ts";
import { PaletteItem } from "./palette-item.tsx";
import { searchComponents } from "./search-components.ts";

interface PaletteProps {
	readonly searchRef: Ref<HTMLInputElement>;
	/** Adds to the middle of the canvas. */
	readonly onAdd: (type: string) => void;
}

/** Everything that can be added to the flow: searched, dragged, or added with Enter. */
export function Palette({ searchRef, onAdd }: PaletteProps) {
	const { catalogue } = useEditor();
	const [search, setSearch] = useState("");
	const found = searchComponents(catalogue.categories, search);
	return (
		<nav aria-label="Components" className="flex h-full flex-col">
			<div className="relative p-3 pb-2">
				<Search aria-hidden className="pointer-events-none absolute top-5 left-5.5 size-4 text-muted" />
				<TextInput
					ref={searchRef}
					type="search"
					aria-label="Search components"
					placeholder="Search components"
					className="pl-8"
					value={search}
					onChange={(event) => setSearch(event.target.value)}
				/>
			</div>
			<div className="min-h-0 flex-1 overflow-y-auto px-3 pb-4">
				{found.map(({ name, components }) => (
					<section key={name} className="mt-2">
						<h2 className="px-1 py-1 text-xs font-medium text-muted">{name}</h2>
						<ul className="flex flex-col gap-1">
							{components.map((component) => (
								<li key={component.type}>
									<PaletteItem
										type={component.type}
										name={component.displayName}
										description={component.description}
										icon={<ComponentIcon type={component.type} />}
										onAdd={onAdd}
									/>
								</li>
							))}
						</ul>
					</section>
				))}
				{found.length === 0 ? <p className="px-1 py-3 text-sm text-muted">No component matches “{search}”.</p> : null}
				<section className="mt-2">
					<h2 className="px-1 py-1 text-xs font-medium text-muted">Notes</h2>
					<PaletteItem type={noteType} name="Note" description="A text on the canvas." icon={<StickyNote aria-hidden className="size-4" />} onAdd={onAdd} />
				</section>
			</div>
		</nav>
	);
}
