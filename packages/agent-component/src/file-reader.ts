/** Reads the files that messages and nodes name. A port: the host backs it with its data folder, for one run's flow and user. */
export interface FileReader {
	/**
	 * Reads one uploaded file.
	 * @param path as a message or a node names it, such as `flow-id/report.txt`. It is hostile: it must never lead out of what the run's user has uploaded.
	 * @param options.maxBytes a larger file is not read at all.
	 * @returns the file, or a sentence that says why there is none; it is shown to users and models, so it holds no path of the machine.
	 */
	read(path: string, options: { readonly maxBytes: number; readonly signal: AbortSignal }): Promise<FileResult>;
}

export type FileResult =
	| {
			readonly found: true;
			/** The name that the user gave it, without folders. */
			readonly name: string;
			readonly bytes: Uint8Array;
	  }
	| { readonly found: false; readonly reason: string };
