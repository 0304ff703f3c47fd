import { DropdownMenu } from "radix-ui";
import { createContext, type ReactNode, useContext, useRef } from "react";
import { classNames } from "./class-names.ts";

interface MenuProps {
	/** The button that opens it. */
	readonly trigger: ReactNode;
	readonly children: ReactNode;
	readonly align?: "start" | "end";
}

/** Takes what is to be done when the menu has closed. */
const AfterClose = createContext<(action: () => void) => void>((action) => action());

export function Menu({ trigger, children, align = "end" }: MenuProps) {
	const after = useRef<() => void>(undefined);
	const close = () => {
		const action = after.current;
		after.current = undefined;
		// Once the menu has given the focus back to its button: what the action opens takes it from there, and gives it back there.
		if (action) queueMicrotask(action);
	};
	return (
		<DropdownMenu.Root modal={false}>
			<DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
			<DropdownMenu.Portal>
				<DropdownMenu.Content
					align={align}
					sideOffset={4}
					collisionPadding={8}
					onCloseAutoFocus={close}
					className="z-50 min-w-44 rounded-lg border border-line bg-surface p-1 text-sm shadow-pop"
				>
					<AfterClose
						value={(action) => {
							after.current = action;
						}}
					>
						{children}
					</AfterClose>
				</DropdownMenu.Content>
			</DropdownMenu.Portal>
		</DropdownMenu.Root>
	);
}

interface MenuItemProps {
	readonly icon?: ReactNode;
	readonly children: ReactNode;
	readonly onSelect: () => void;
	/** What it opens takes the focus: it is done when the menu has closed. */
	readonly opens?: boolean;
	readonly danger?: boolean;
	readonly disabled?: boolean;
	/** Shown at the right end. */
	readonly shortcut?: string;
}

export function MenuItem({ icon, children, onSelect, opens = false, danger = false, disabled = false, shortcut }: MenuItemProps) {
	const afterClose = useContext(AfterClose);
	return (
		<DropdownMenu.Item
			disabled={disabled}
			onSelect={() => (opens ? afterClose(onSelect) : onSelect())}
			className={classNames(
				"flex h-8 items-center gap-2.5 rounded-md px-2.5 outline-none select-none data-[disabled]:opacity-45 [&_svg]:size-4 [&_svg]:shrink-0",
				danger ? "text-danger data-[highlighted]:bg-danger-soft" : "text-ink data-[highlighted]:bg-sunken [&_svg]:text-muted",
			)}
		>
			{icon}
			<span className="flex-1">{children}</span>
			{shortcut ? <kbd className="font-sans text-xs text-muted">{shortcut}</kbd> : null}
		</DropdownMenu.Item>
	);
}

export function MenuSeparator() {
	return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
