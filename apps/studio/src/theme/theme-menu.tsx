import { Check, Monitor, Moon, Sun } from "lucide-react";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { type ThemeChoice, themeChoices } from "./theme.ts";
import { useTheme } from "./use-theme.ts";

const labels: Readonly<Record<ThemeChoice, string>> = { system: "System", light: "Light", dark: "Dark" };
const icons = { system: Monitor, light: Sun, dark: Moon } as const;

/** Chooses light, dark, or what the device says. */
export function ThemeMenu() {
	const { choice, dark, choose } = useTheme();
	return (
		<Menu trigger={<IconButton label="Theme">{dark ? <Moon /> : <Sun />}</IconButton>}>
			{themeChoices.map((theme) => {
				const Icon = icons[theme];
				return (
					<MenuItem key={theme} icon={theme === choice ? <Check /> : <Icon />} onSelect={() => choose(theme)}>
						{labels[theme]}
					</MenuItem>
				);
			})}
		</Menu>
	);
}
