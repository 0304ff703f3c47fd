import type { InputHTMLAttributes, Ref } from "react";
import { classNames } from "./class-names.ts";
import { controlClasses } from "./control-classes.ts";

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
	readonly ref?: Ref<HTMLInputElement>;
}

export function TextInput({ className, type = "text", ...props }: TextInputProps) {
	return <input type={type} autoComplete="off" className={classNames(controlClasses, "h-8", className)} {...props} />;
}
