/** Puts the focus into a field, behind what is written there: whoever goes on writing goes on at its end. As a `ref`: when the field appears. */
export function focusAtEnd(field: HTMLTextAreaElement | null): void {
	field?.focus();
	field?.setSelectionRange(field.value.length, field.value.length);
}
