const colors: Readonly<Record<string, string>> = {
	Message: "var(--type-message)",
	Text: "var(--type-message)",
	Data: "var(--type-data)",
	DataFrame: "var(--type-data)",
	JSON: "var(--type-data)",
	Table: "var(--type-data)",
	LanguageModel: "var(--type-model)",
	Tool: "var(--type-tool)",
};

/** The colour of what runs through a handle: that of the first type that has one. */
export function typeColor(types: readonly string[]): string {
	return types.map((type) => colors[type]).find((color) => color !== undefined) ?? "var(--type-other)";
}
