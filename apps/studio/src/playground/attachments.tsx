import { Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import { fileName } from "./file-list.tsx";

/** What hosts take: text, and images that browsers show. */
const accepted = "image/png,image/jpeg,image/gif,image/webp,text/*,.md,.csv,.json,.yaml,.yml,.log";

interface AttachButtonProps {
	readonly disabled: boolean;
	readonly onFiles: (files: readonly File[]) => void;
}

export function AttachButton({ disabled, onFiles }: AttachButtonProps) {
	const input = useRef<HTMLInputElement>(null);
	return (
		<>
			<input
				ref={input}
				type="file"
				multiple
				accept={accepted}
				aria-label="Files to attach"
				tabIndex={-1}
				className="sr-only"
				onChange={(event) => {
					onFiles([...(event.target.files ?? [])]);
					event.target.value = "";
				}}
			/>
			<IconButton label="Attach files" disabled={disabled} onClick={() => input.current?.click()}>
				<Paperclip />
			</IconButton>
		</>
	);
}

interface AttachedProps {
	readonly files: readonly string[];
	readonly onRemove: (file: string) => void;
}

/** The files that the next message takes along. */
export function Attached({ files, onRemove }: AttachedProps) {
	return (
		<ul aria-label="Attached files" className="mb-2 flex flex-wrap gap-1.5">
			{files.map((file) => (
				<li key={file} className="flex items-center gap-1 rounded-md border border-line bg-surface py-0.5 pr-0.5 pl-2 text-xs">
					{fileName(file)}
					<IconButton label={`Remove ${fileName(file)}`} size="small" onClick={() => onRemove(file)}>
						<X />
					</IconButton>
				</li>
			))}
		</ul>
	);
}
