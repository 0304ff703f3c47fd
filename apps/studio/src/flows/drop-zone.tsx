import { FileDown } from "lucide-react";
import { type DragEvent, type ReactNode, useState } from "react";

interface DropZoneProps {
	readonly onFiles: (files: readonly File[]) => void;
	readonly children: ReactNode;
}

/** A page that takes files which are dropped anywhere on it. */
export function DropZone({ onFiles, children }: DropZoneProps) {
	const [over, setOver] = useState(false);
	const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way beside the import button, which works for everybody
		<div
			className="relative flex h-full flex-col"
			onDragOver={(event) => {
				if (!hasFiles(event)) return;
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={(event) => {
				if (!event.currentTarget.contains(event.relatedTarget as Element | null)) setOver(false);
			}}
			onDrop={(event) => {
				setOver(false);
				if (!hasFiles(event)) return;
				event.preventDefault();
				onFiles([...event.dataTransfer.files]);
			}}
		>
			{children}
			{over ? (
				<div className="pointer-events-none absolute inset-3 z-30 flex items-center justify-center gap-3 rounded-2xl border-2 border-dashed border-accent bg-accent-soft/90 text-lg font-medium text-accent">
					<FileDown aria-hidden className="size-6" /> Drop to import
				</div>
			) : null}
		</div>
	);
}
