import {
	Bot,
	Box,
	Braces,
	BrainCircuit,
	Calculator,
	Globe,
	History,
	type LucideIcon,
	MessageSquare,
	MessageSquareReply,
	TextCursorInput,
	TextQuote,
} from "lucide-react";
import { useEditor } from "../editor-context.ts";

const icons: Readonly<Record<string, LucideIcon>> = {
	Agent: Bot,
	CalculatorComponent: Calculator,
	ChatInput: MessageSquare,
	ChatOutput: MessageSquareReply,
	LanguageModelComponent: BrainCircuit,
	Memory: History,
	MessageHistory: History,
	Prompt: Braces,
	TextInput: TextCursorInput,
	TextOutput: TextQuote,
	URLComponent: Globe,
};

interface ComponentIconProps {
	readonly type: string;
	readonly className?: string;
}

/** The icon of a component, under whichever name an export has it. */
export function ComponentIcon({ type, className = "size-4" }: ComponentIconProps) {
	const component = useEditor().catalogue.find(type);
	const Icon = icons[component?.type ?? type] ?? Box;
	return <Icon aria-hidden className={className} />;
}
