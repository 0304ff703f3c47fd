import { KeyRound } from "lucide-react";
import { useSyncExternalStore } from "react";
import { forgetApiKey, onAccess, readAccess } from "../api/api-key.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";

/** Leaves a host that asks for keys; absent where none is kept. */
export function ForgetKeyButton() {
	const { hasKey } = useSyncExternalStore(onAccess, readAccess);
	if (!hasKey) return null;
	const forget = () => {
		forgetApiKey();
		// A fresh page: nothing of the key's owner stays in memory.
		location.assign("/");
	};
	return (
		<Menu
			trigger={
				<IconButton label="API key">
					<KeyRound />
				</IconButton>
			}
		>
			<MenuItem icon={<KeyRound />} onSelect={forget}>
				Forget key
			</MenuItem>
		</Menu>
	);
}
