import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { type ReactNode, useCallback, useState } from "react";
import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import { ToastContext, type ToastMessage } from "./toast-context.ts";

interface Shown extends ToastMessage {
	readonly id: number;
}

/** Holds the toasts of everything below it. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
	const [shown, setShown] = useState<readonly Shown[]>([]);
	const show = useCallback((message: ToastMessage) => setShown((before) => [...before.slice(-2), { ...message, id: (before.at(-1)?.id ?? 0) + 1 }]), []);
	const remove = (id: number) => setShown((before) => before.filter((toast) => toast.id !== id));
	return (
		<ToastContext value={show}>
			<Toast.Provider duration={6_000} swipeDirection="down">
				{children}
				{shown.map(({ id, text, tone = "info" }) => (
					<Toast.Root
						key={id}
						type={tone === "danger" ? "foreground" : "background"}
						onOpenChange={(open) => open || remove(id)}
						className={classNames(
							"flex items-start gap-3 rounded-lg border bg-surface py-2.5 pr-2 pl-4 text-sm shadow-pop",
							tone === "danger" ? "border-danger" : "border-line",
						)}
					>
						<Toast.Description className="flex-1 py-1 break-words">{text}</Toast.Description>
						<Toast.Close asChild>
							<IconButton label="Close message" size="small">
								<X />
							</IconButton>
						</Toast.Close>
					</Toast.Root>
				))}
				<Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2" />
			</Toast.Provider>
		</ToastContext>
	);
}
