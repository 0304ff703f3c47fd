import type { Ref, TextareaHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { controlClasses } from "./control-classes.ts";

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
	readonly ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ className, rows = 3, ...props }: TextAreaProps) {
	return <textarea rows={rows} className={classNames(controlClasses, "resize-y py-1.5 leading-snug", className)} {...props} />;
}
