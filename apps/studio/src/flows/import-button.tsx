import { Upload } from "lucide-react";
import { useRef } from "react";
import { Button } from "../ui/button.tsx";
import { useImportFiles } from "./use-import-files.ts";

/** Chooses exported files. */
export function ImportButton() {
	const picker = useRef<HTMLInputElement>(null);
	const importFiles = useImportFiles();
	return (
		<>
			<Button onClick={() => picker.current?.click()}>
				<Upload className="size-4" /> Import
			</Button>
			<input
				ref={picker}
				type="file"
				accept="application/json,.json"
				multiple
				aria-label="Files to import"
				className="hidden"
				onChange={(event) => {
					importFiles([...(event.target.files ?? [])]);
					event.target.value = "";
				}}
			/>
		</>
	);
}
