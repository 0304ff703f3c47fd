/**
 * Fills in `{current_date}` (a day, so that the prompt's beginning stays cacheable) and `{model_name}`; everything else stays as it is.
 * @param nowMs epoch milliseconds; the day is that of UTC.
 */
export function renderSystemPrompt(prompt: string, { nowMs, modelName }: { readonly nowMs: number; readonly modelName: string }): string {
	const values: Readonly<Record<string, string>> = { current_date: new Date(nowMs).toISOString().slice(0, 10), model_name: modelName };
	return prompt.replace(/\{(current_date|model_name)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
