import { Paperclip } from "lucide-react";

/** The files of a message: images as pictures, others as downloads. A path is `{flow id}/{stored name}`. */
export function FileList({ files }: { readonly files: readonly string[] }) {
	return (
		<ul className="mt-1.5 flex flex-wrap gap-1.5">
			{files.map((file) => (
				<li key={file}>
					<a
						href={`/api/v1/files/download/${addressOf(file)}`}
						download={fileName(file)}
						className="flex items-center gap-1.5 rounded-md border border-line bg-surface px-2 py-1 text-xs hover:border-line-strong"
					>
						{isImage(file) ? (
							<img src={`/api/v1/files/images/${addressOf(file)}`} alt={fileName(file)} className="max-h-40 max-w-60 rounded" />
						) : (
							<>
								<Paperclip aria-hidden className="size-3" />
								{fileName(file)}
							</>
						)}
					</a>
				</li>
			))}
		</ul>
	);
}

/** The name that people gave a file: the host puts a time or an id before it. */
export function fileName(path: string): string {
	return path.split("/").at(-1) ?? path;
}

function addressOf(path: string): string {
	return path.split("/").map(encodeURIComponent).join("/");
}

function isImage(path: string): boolean {
	return /\.(?:png|jpe?g|gif|webp)$/i.test(path);
}
