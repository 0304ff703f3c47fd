import { createContext, useContext } from "react";

export interface ToastMessage {
	readonly text: string;
	readonly tone?: "info" | "danger";
}

/** Says something for a few seconds at the lower edge of the page. */
export type ShowToast = (message: ToastMessage) => void;

export const ToastContext = createContext<ShowToast>(() => {});

export function useToast(): ShowToast {
	return useContext(ToastContext);
}
