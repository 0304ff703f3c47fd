import { createApiKey } from "../access/api-key.ts";
import { localUser } from "../access/authenticate.ts";
import type { Host } from "../host.ts";
import { createSamples } from "../samples/create-samples.ts";
import { CliError } from "./cli-error.ts";
import { type Command, onlyArgument, parseOptions } from "./command.ts";
import { hostOptions, hostOptionsHelp, withHost } from "./open-host.ts";

export const createCommand: Command = {
	help: `Usage: foldback key create --user NAME [--name LABEL] [--adopt-local]

Makes an API key for a user and prints it, once: the database keeps only its hash. Clients send it as the header x-api-key.

  --user NAME         whose key it is; a user is whoever has a key. One without flows
                      gets the two sample flows, once
  --name LABEL        what the key is for
  --adopt-local       give everything that was made without a key to this user; only
                      with the first key of all
${hostOptionsHelp}`,
	async run(args, streams) {
		const { values, positionals } = parseOptions(args, {
			...hostOptions,
			user: { type: "string" },
			name: { type: "string" },
			"adopt-local": { type: "boolean" },
		});
		if (positionals[0] !== undefined) throw new CliError(`foldback key create takes no ${JSON.stringify(positionals[0])}. See --help.`);
		const user = userName(values.user);
		return withHost(streams, values, {
			create: true,
			work: async (host) => {
				if (values["adopt-local"]) await adoptLocal(host, user);
				const { id, key, prefix, hash } = createApiKey();
				await host.store.keys.create({ id, userId: user, name: values.name ?? "", prefix, hash });
				if (await createSamples(host, user)) streams.err(`${user} has two sample flows: support-assistant and support-assistant-plain.\n`);
				streams.err(`The key of ${user}, shown only now:\n`);
				streams.out(`${key}\n`);
				return 0;
			},
		});
	},
};

export const listCommand: Command = {
	help: `Usage: foldback key list [--user NAME] [--json]

Lists the valid API keys: id, prefix, user, when it was made, label.

${hostOptionsHelp}`,
	async run(args, streams) {
		const { values, positionals } = parseOptions(args, { ...hostOptions, user: { type: "string" }, json: { type: "boolean" } });
		if (positionals[0] !== undefined) throw new CliError(`foldback key list takes no ${JSON.stringify(positionals[0])}. See --help.`);
		return withHost(streams, values, {
			create: false,
			work: async ({ store }) => {
				for (const { id, prefix, userId, createdAtMs, name } of await store.keys.list(values.user)) {
					const created = new Date(createdAtMs).toISOString();
					streams.out(
						values.json ? `${JSON.stringify({ id, prefix, user: userId, created, name })}\n` : `${[id, prefix, created, userId, name].join("  ").trimEnd()}\n`,
					);
				}
				return 0;
			},
		});
	},
};

export const revokeCommand: Command = {
	help: `Usage: foldback key revoke KEY

Makes a key invalid at once. KEY is its id or its prefix, as \`foldback key list\` shows them.

${hostOptionsHelp}`,
	async run(args, streams) {
		const { values, positionals } = parseOptions(args, hostOptions);
		const wanted = onlyArgument(positionals, "KEY");
		return withHost(streams, values, {
			create: false,
			work: async ({ store }) => {
				const found = (await store.keys.list()).filter(({ id, prefix }) => id === wanted || prefix === wanted);
				const [key, other] = found;
				if (!key || other)
					throw new CliError(`There ${other ? "are several valid keys" : "is no valid key"} ${JSON.stringify(wanted)}. See foldback key list.`, 1);
				await store.keys.revoke(key.id);
				streams.err(`Revoked ${key.prefix} of ${key.userId}.\n`);
				return 0;
			},
		});
	},
};

function userName(given: string | undefined): string {
	if (given === undefined) throw new CliError("--user is missing: whose key shall it be? See --help.");
	if (given.trim() !== "" && given === given.trim() && given.length <= 200 && !/\p{Cc}/u.test(given)) return given;
	throw new CliError(`--user must be a name of 1 to 200 characters without spaces at its ends, not ${JSON.stringify(given)}.`);
}

async function adoptLocal(host: Host, user: string): Promise<void> {
	if (user === localUser) return;
	const adopted = await host.store.adopt(localUser, user, (id, ciphertext) => host.vault.reseal(id, ciphertext, { from: localUser, to: user }));
	if (!adopted) {
		const reason = "what was made without a key can be given away once, with the first key of all, to a user who has no flows";
		throw new CliError(`Nothing is given to ${user}, and no key was made: ${reason}. Leave --adopt-local out to make a key.`, 1);
	}
	await host.userFiles.give(localUser, user);
}
