import { readFile, writeFile } from "node:fs/promises";
import { localUser } from "../access/authenticate.ts";
import { readFlowFile } from "../flows/flow-file.ts";
import { createFlow, findFlow } from "../flows/save-flow.ts";
import type { FlowDocument } from "../run/flow-engine.ts";
import { CliError } from "./cli-error.ts";
import { type Command, parseOptions } from "./command.ts";
import { hostOptions, hostOptionsHelp, withHost } from "./open-host.ts";

const userOption = { ...hostOptions, user: { type: "string" } } as const;

export const importCommand: Command = {
	help: `Usage: foldback flows import FILE… [--user NAME]

Saves the flows of exported files: one flow, a list, an object with a list \`flows\`, or a zip archive of such files. All files are checked
before the first flow is saved. Literal secrets go into the secret table. Prints the id and the name of each new flow.

  --user NAME         whose flows they become (default: ${localUser})
${hostOptionsHelp}`,
	async run(args, streams) {
		const { values, positionals } = parseOptions(args, userOption);
		if (positionals.length === 0) throw new CliError("FILE is missing. See --help.");
		const documents = (await Promise.all(positionals.map(readFlows))).flat();
		return withHost(streams, values, {
			create: true,
			work: async (host) => {
				for (const document of documents) {
					const flow = await createFlow(host, values.user ?? localUser, document, { renames: true });
					const { endpoint_name: wanted } = document;
					if (typeof wanted === "string" && wanted !== "" && wanted !== flow.endpointName)
						streams.err(`The endpoint name ${wanted} is taken: ${flow.name} is ${flow.endpointName} here.\n`);
					streams.out(`${flow.id}  ${flow.name}\n`);
				}
				return 0;
			},
		});
	},
};

export const exportCommand: Command = {
	help: `Usage: foldback flows export FLOW… [--user NAME] [--output FILE]

Writes flows, by id or endpoint name, as they can be given away: as imported, without secrets. Several become an object with a list \`flows\`.

  --user NAME         whose flows they are (default: ${localUser})
  --output FILE       write to this file instead of standard output
${hostOptionsHelp}`,
	async run(args, streams) {
		const { values, positionals } = parseOptions(args, { ...userOption, output: { type: "string" } });
		if (positionals.length === 0) throw new CliError("FLOW is missing. See --help.");
		return withHost(streams, values, {
			create: false,
			work: async (host) => {
				const flows = await Promise.all(positionals.map((id) => findFlow(host, values.user ?? localUser, id)));
				const documents = flows.map(({ document }) => host.vault.exportable(document));
				const text = `${JSON.stringify(documents.length === 1 ? documents[0] : { flows: documents }, undefined, 2)}\n`;
				if (values.output === undefined) streams.out(text);
				else await writeFile(values.output, text).catch((error: unknown) => Promise.reject(unusable(values.output ?? "", error)));
				return 0;
			},
		});
	},
};

/** @throws CliError for a file that cannot be read, and a problem for one that holds no flows. */
export async function readFlows(file: string): Promise<readonly FlowDocument[]> {
	const bytes = await readFile(file).catch((error: unknown) => Promise.reject(unusable(file, error)));
	return readFlowFile(file, bytes);
}

function unusable(file: string, cause: unknown): CliError {
	const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
	const reason = reasons[String(code)] ?? String(code ?? cause);
	return new CliError(`${file} cannot be used: ${reason}.`, 1, { cause });
}

const reasons: Readonly<Record<string, string>> = {
	ENOENT: "there is no such file or folder",
	ENOTDIR: "a part of its path is no folder",
	EISDIR: "it is a folder; name a file",
	EACCES: "its rights do not allow it",
	EROFS: "its disk cannot be written to",
	ENOSPC: "its disk is full",
};
