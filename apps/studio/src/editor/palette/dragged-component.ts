const mediaType = "application/x-foldback-component";

/** What stands for a note where a component's type stands. */
export const noteType = "note";

export function dragComponent(data: DataTransfer, type: string): void {
	data.setData(mediaType, type);
	data.effectAllowed = "copy";
}

/** The component that is dropped; undefined for anything else. */
export function draggedComponent(data: DataTransfer): string | undefined {
	return data.getData(mediaType) || undefined;
}
