import { useParams } from "react-router";
import { AppHeader } from "../shell/app-header.tsx";

export function EditorPage() {
	const { id = "" } = useParams();
	return (
		<div className="flex h-full flex-col">
			<AppHeader />
			<main>{id}</main>
		</div>
	);
}
