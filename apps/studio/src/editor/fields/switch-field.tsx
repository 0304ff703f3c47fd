import { Switch } from "../../ui/switch.tsx";
import type { FieldProps } from "./field-props.ts";

export function SwitchField({ field, id, onChange }: FieldProps) {
	return <Switch id={id} aria-label={field.displayName} checked={field.value === true || field.value === "true"} onCheckedChange={onChange} />;
}
