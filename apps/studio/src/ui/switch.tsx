import { Switch as Primitive } from "radix-ui";
import { classNames } from "./class-names.ts";

interface SwitchProps {
	readonly checked: boolean;
	readonly onCheckedChange: (checked: boolean) => void;
	readonly id?: string;
	readonly disabled?: boolean;
	/** Its name, when no label element has it. */
	readonly "aria-label"?: string;
	readonly "aria-labelledby"?: string;
	readonly className?: string;
}

export function Switch({ className, ...props }: SwitchProps) {
	return (
		<Primitive.Root
			className={classNames(
				"relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-sunken transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50",
				className,
			)}
			{...props}
		>
			<Primitive.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-muted transition-transform data-[state=checked]:translate-x-[1.1rem] data-[state=checked]:bg-on-accent" />
		</Primitive.Root>
	);
}
