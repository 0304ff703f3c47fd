import { useQuery } from "@tanstack/react-query";
import { Paperclip } from "lucide-react";
import type { MouseEvent } from "react";
import { apiKey } from "../api/api-key.ts";
import { problemText } from "../api/api-problem.ts";
import { send } from "../api/request.ts";
import { saveFile } from "../ui/save-file.ts";
import { useToast } from "../ui/toast-context.ts";

/** The files of a message: images as pictures, others as downloads. A path is `{flow id}/{stored name}`. */
export function FileList({ files }: { readonly files: readonly string[] }) {
	const toast = useToast();
	const download = (event: MouseEvent, file: string) => {
		// A link sends no key.
		if (apiKey() === null) return;
		event.preventDefault();
		send(downloadOf(file))
			.then(async (answer) => saveFile(fileName(file), await answer.blob()))
			.catch((error: unknown) => toast({ text: problemText(error), tone: "danger" }));
	};
	return (
		<ul className="mt-1.5 flex flex-wrap gap-1.5">
			{files.map((file) => (
				<li key={file}>
					<a
						href={downloadOf(file)}
						download={fileName(file)}
						onClick={(event) => download(event, file)}
						className="flex items-center gap-1.5 rounded-md border border-line bg-surface px-2 py-1 text-xs hover:border-line-strong"
					>
						{isImage(file) ? (
							<StoredImage file={file} />
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

/** A picture of the host's. Where it wants a key, it is fetched with it: an address in the page carries none. */
function StoredImage({ file }: { readonly file: string }) {
	const address = `/api/v1/files/images/${addressOf(file)}`;
	const isLocked = apiKey() !== null;
	const image = useQuery({
		queryKey: ["image", file],
		queryFn: async () => dataUrl(await (await send(address)).blob()),
		enabled: isLocked,
		staleTime: Infinity,
	});
	const source = isLocked ? image.data : address;
	if (source === undefined) return <span className="text-muted">{image.isError ? `${fileName(file)}: ${problemText(image.error)}` : fileName(file)}</span>;
	return <img src={source} alt={fileName(file)} className="max-h-40 max-w-60 rounded" />;
}

function dataUrl(content: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(reader.error ?? new Error("The picture could not be read."));
		reader.readAsDataURL(content);
	});
}

/** The name that people gave a file: the host puts a time or an id before it. */
export function fileName(path: string): string {
	return path.split("/").at(-1) ?? path;
}

const downloadOf = (path: string) => `/api/v1/files/download/${addressOf(path)}`;

function addressOf(path: string): string {
	return path.split("/").map(encodeURIComponent).join("/");
}

function isImage(path: string): boolean {
	return /\.(?:png|jpe?g|gif|webp)$/i.test(path);
}
