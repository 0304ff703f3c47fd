import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import { keepApiKey, onAccess, readAccess } from "../api/api-key.ts";
import { KeyForm } from "./key-form.tsx";

/** Asks for an API key when the host does. What is on the screen stays under the question, once a key has been good: unsaved work is not lost. */
export function KeyGate({ children }: { readonly children: ReactNode }) {
	const { asked, admitted } = useSyncExternalStore(onAccess, readAccess);
	const client = useQueryClient();
	const enter = (key: string) => {
		keepApiKey(key);
		// Also what failed for want of a key.
		void client.resetQueries();
	};
	const form = asked === undefined ? null : <KeyForm asked={asked} onKey={enter} />;
	if (form && !admitted) return form;
	return (
		<>
			<div className="contents" inert={form !== null}>
				{children}
			</div>
			{form ? <div className="fixed inset-0 z-60 bg-canvas/95">{form}</div> : null}
		</>
	);
}
