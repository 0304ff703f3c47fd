import { join, resolve } from "node:path";
import type { McpServerCommand } from "@foldback/flow-runtime";
import { ConfigurationError, resolveFoldingOptions } from "@foldback/session-compressor";
import { z } from "zod";
import type { Rate } from "./access/token-bucket.ts";
import { soundsSecret } from "./http/problem.ts";
import { type LogLevel, logLevels } from "./log.ts";
import { isLoopbackName } from "./loopback.ts";
import { readMcpServers } from "./settings/mcp-servers.ts";
import { isOrigin, originForm, readOrigins } from "./settings/origins.ts";
import { rateForm, readRate } from "./settings/rate.ts";
import { type TelemetryConfig, telemetryVariables, toTelemetryConfig } from "./settings/telemetry.ts";

/** The host's settings, read from the environment once at start. */
export interface Config {
	readonly host: string;
	/** 0 lets the system choose. */
	readonly port: number;
	readonly dataDir: string;
	/** File of the SQLite database, which is used when there is no `databaseUrl`. */
	readonly databaseFile: string;
	/** Address of the Postgres database, password included: for the driver and for nothing else. */
	readonly databaseUrl: string | undefined;
	/** Connections to Postgres at the most; undefined: the store's default. */
	readonly maxConnections: number | undefined;
	/** `''` means the default model: the offline one without a key or an endpoint. */
	readonly model: string;
	readonly openaiApiKey: string | undefined;
	readonly openaiBaseUrl: string | undefined;
	/** Passphrase or key for the secret table; undefined: a generated file in the data folder. */
	readonly secretKey: string | undefined;
	/** Environment variables that a flow may name in a `load_from_db` field, with their values. */
	readonly variables: Readonly<Record<string, string>>;
	readonly folding: FoldingConfig;
	/** `keys`: every API request needs a key; always so when others than this machine can reach the host. */
	readonly access: "local" | "keys";
	/** Tokens that one user's folds may cost on one day; undefined: no limit. */
	readonly foldTokenBudget: number | undefined;
	/** Patterns or a module, see `settings/redact.ts`. */
	readonly redact: string | undefined;
	/** Messages are deleted after so many days; undefined: never. */
	readonly retentionDays: number | undefined;
	/** What one API key may ask of this process; undefined: no limit. */
	readonly rateLimit: Rate | undefined;
	/** Origins of other sites whose pages may call this server, as browsers send them. */
	readonly corsOrigins: ReadonlySet<string>;
	/** Programs that flows may start as MCP servers, by name. */
	readonly mcpServers: Readonly<Record<string, McpServerCommand>>;
	readonly telemetry: TelemetryConfig;
	/** The least that the log holds. */
	readonly logLevel: LogLevel;
	/** After the signal to stop, clients are still answered for so long, so that balancers see `/ready` fail first; milliseconds. */
	readonly drainMs: number;
	/** After that, running turns and folds may take so long; milliseconds. */
	readonly stopMs: number;
}

/** Folding defaults; what is undefined has the compressor's own default. */
interface FoldingConfig {
	readonly foldThreshold?: number;
	readonly foldTokens?: number;
	readonly maxBatch?: number;
	readonly maxMessageChars?: number;
	readonly summaryWords?: number;
	readonly foldTiming: "inline" | "background";
	readonly foldTimeoutMs?: number;
	readonly betweenFolds?: "send" | "omit";
	readonly recentTokens?: number;
	readonly summaryPlacement?: "message" | "merge";
}

/** Everything that is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
	constructor(problems: readonly string[]) {
		super(["The environment is not valid:", ...problems.map((line) => `  ${line}`)].join("\n"));
		this.name = "ConfigError";
	}
}

/** Name of the demo model that needs no key and no network. */
export const offlineModel = "offline-demo";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the environment. An empty variable counts as unset.
 * @throws ConfigError that names every wrong variable at once, with its value and what is allowed.
 */
export function readConfig(environment: Environment): Config {
	const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ""));
	const result = schema.safeParse(given);
	if (!result.success) throw new ConfigError(result.error.issues.map((issue) => describe(issue, given)));
	const { FOLDBACK_MODEL: model, OPENAI_API_KEY: key, OPENAI_BASE_URL: url } = result.data;
	if (model !== "" && model !== offlineModel && key === undefined && url === undefined) {
		throw new ConfigError([
			`FOLDBACK_MODEL is ${JSON.stringify(model)}; allowed is ${offlineModel}, or any model once OPENAI_API_KEY or OPENAI_BASE_URL is set.`,
		]);
	}
	const { HOST: host, FOLDBACK_AUTH: auth } = result.data;
	if (auth === "local" && !isLoopbackName(host)) {
		throw new ConfigError([
			`FOLDBACK_AUTH is "local" and HOST ${JSON.stringify(host)}: without API keys everybody who reaches the server may do everything. Unset FOLDBACK_AUTH, or use a loopback address (127.0.0.1, ::1 or localhost).`,
		]);
	}
	const config = toConfig(result.data, given);
	checkFolding(config.folding);
	return config;
}

const whole = (least: number, most: number, unit: string) => {
	const allowed = `a whole number of ${unit} from ${least} to ${most}`;
	const inRange = (text: string) => /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most;
	return z.string().trim().refine(inRange, allowed).transform(Number);
};

const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) => z.enum(values, { error: `one of ${values.join(", ")}` });

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

const variableNames = z
	.string()
	.transform((text) =>
		text
			.split(",")
			.map((name) => name.trim())
			.filter((name) => name !== ""),
	)
	.refine((names) => names.every((name) => namePattern.test(name)), "names of environment variables, separated by commas")
	.refine(
		(names) => names.every((name) => !hostsOwn.includes(name)),
		"names of variables for flows; the host's own OPENAI_API_KEY, FOLDBACK_SECRET_KEY and DATABASE_URL are never given to a flow",
	);

const rate = z.string().transform((text, check): Rate | "off" => {
	const read = readRate(text);
	if (read === undefined) check.addIssue({ code: "custom", message: rateForm, input: text });
	return read ?? "off";
});

const origins = z
	.string()
	.transform((text): ReadonlySet<string> => new Set(readOrigins(text)))
	.refine((list) => [...list].every(isOrigin), originForm);

const mcpServers = z.string().transform((text, check): Readonly<Record<string, McpServerCommand>> => {
	try {
		return readMcpServers(text);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		check.addIssue({ code: "custom", message: `a JSON object {name: {command, args, env, cwd}}, or the path of a file with one (${reason})`, input: text });
		return {};
	}
});

const hostsOwn: readonly string[] = ["OPENAI_API_KEY", "FOLDBACK_SECRET_KEY", "DATABASE_URL"];

const schema = z.object({
	HOST: z.string().trim().default("127.0.0.1"),
	FOLDBACK_AUTH: choice("local", "keys").optional(),
	PORT: whole(0, 65_535, "the port").default(7860),
	FOLDBACK_DATA_DIR: z.string().default("./data"),
	DATABASE_URL: z
		.string()
		.refine(
			(url) => (isPostgres(url) ? URL.canParse(url) : /^sqlite:.+/i.test(url)),
			"unset, for SQLite in the data folder, or sqlite:PATH, or postgres://USER:PASSWORD@HOST:5432/DATABASE",
		)
		.optional(),
	FOLDBACK_MAX_CONNECTIONS: whole(1, 1_000, "connections to Postgres").optional(),
	OPENAI_API_KEY: z.string().optional(),
	OPENAI_BASE_URL: z.url({ protocol: /^https?$/, error: "an http or https address, such as http://localhost:11434/v1" }).optional(),
	FOLDBACK_MODEL: z.string().trim().default(""),
	FOLDBACK_SECRET_KEY: z.string().min(16, "at least 16 characters").optional(),
	FOLDBACK_VARIABLES: variableNames.default([]),
	FOLDBACK_FOLD_THRESHOLD: whole(1, 10_000, "messages").optional(),
	FOLDBACK_FOLD_TOKENS: whole(1, 10_000_000, "tokens").optional(),
	FOLDBACK_MAX_BATCH: whole(1, 1_000, "messages").optional(),
	FOLDBACK_MAX_MESSAGE_CHARS: whole(100, 1_000_000, "characters").optional(),
	FOLDBACK_SUMMARY_WORDS: whole(20, 10_000, "words").optional(),
	FOLDBACK_FOLD_TIMING: choice("inline", "background").default("background"),
	FOLDBACK_FOLD_TIMEOUT_MS: whole(100, 3_600_000, "milliseconds").optional(),
	FOLDBACK_BETWEEN_FOLDS: choice("send", "omit").optional(),
	FOLDBACK_RECENT_TOKENS: whole(1, 10_000_000, "tokens").optional(),
	FOLDBACK_SUMMARY_PLACEMENT: choice("message", "merge").optional(),
	FOLDBACK_FOLD_TOKEN_BUDGET: whole(1, 2_000_000_000, "tokens").optional(),
	FOLDBACK_REDACT: z.string().optional(),
	FOLDBACK_RETENTION_DAYS: whole(1, 36_500, "days").optional(),
	FOLDBACK_RATE_LIMIT: rate.default({ calls: 1_200, perMs: 60_000 }),
	FOLDBACK_CORS_ORIGINS: origins.default(new Set()),
	FOLDBACK_MCP_SERVERS: mcpServers.default({}),
	...telemetryVariables,
	FOLDBACK_LOG_LEVEL: choice(...logLevels).default("info"),
	FOLDBACK_DRAIN_SECONDS: whole(0, 600, "seconds").default(0),
	FOLDBACK_STOP_SECONDS: whole(1, 3_600, "seconds").default(10),
});

/** Names of all variables that are read. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

function describe(issue: z.core.$ZodIssue, given: Environment): string {
	const name = String(issue.path[0]);
	const value = soundsSecret(name) || name === "DATABASE_URL" || name === "FOLDBACK_MCP_SERVERS" ? "its value (hidden)" : JSON.stringify(given[name]);
	return `${name} is ${value}; allowed is ${issue.message}.`;
}

/** What only shows when the folding options are seen together, such as a batch smaller than the threshold. */
function checkFolding(folding: FoldingConfig): void {
	try {
		resolveFoldingOptions(folding);
	} catch (error) {
		if (!ConfigurationError.isInstance(error)) throw error;
		throw new ConfigError([error.message.replaceAll(/\b(maxBatch|foldThreshold)\b/g, (option) => variableOf(option))]);
	}
}

function variableOf(option: string): string {
	return `FOLDBACK_${option.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function isPostgres(url: string): boolean {
	return /^postgres(ql)?:\/\//i.test(url);
}

/** @returns file or address of the database that a URL names; without one, the file in the data folder. */
export function databaseOf(url: string | undefined, dataDir: string): Pick<Config, "databaseFile" | "databaseUrl"> {
	const own = { databaseFile: join(dataDir, "foldback.db"), databaseUrl: undefined };
	if (url === undefined) return own;
	return isPostgres(url) ? { ...own, databaseUrl: url } : { ...own, databaseFile: resolve(url.replace(/^sqlite:(\/\/)?/i, "")) };
}

function toConfig(values: z.infer<typeof schema>, given: Environment): Config {
	const dataDir = resolve(values.FOLDBACK_DATA_DIR);
	return {
		host: values.HOST,
		port: values.PORT,
		dataDir,
		...databaseOf(values.DATABASE_URL, dataDir),
		maxConnections: values.FOLDBACK_MAX_CONNECTIONS,
		model: values.FOLDBACK_MODEL,
		openaiApiKey: values.OPENAI_API_KEY,
		openaiBaseUrl: values.OPENAI_BASE_URL,
		secretKey: values.FOLDBACK_SECRET_KEY,
		variables: Object.fromEntries(values.FOLDBACK_VARIABLES.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
		access: values.FOLDBACK_AUTH ?? (isLoopbackName(values.HOST) ? "local" : "keys"),
		foldTokenBudget: values.FOLDBACK_FOLD_TOKEN_BUDGET,
		redact: values.FOLDBACK_REDACT,
		retentionDays: values.FOLDBACK_RETENTION_DAYS,
		rateLimit: values.FOLDBACK_RATE_LIMIT === "off" ? undefined : values.FOLDBACK_RATE_LIMIT,
		corsOrigins: values.FOLDBACK_CORS_ORIGINS,
		mcpServers: values.FOLDBACK_MCP_SERVERS,
		telemetry: toTelemetryConfig(values),
		logLevel: values.FOLDBACK_LOG_LEVEL,
		drainMs: values.FOLDBACK_DRAIN_SECONDS * 1_000,
		stopMs: values.FOLDBACK_STOP_SECONDS * 1_000,
		folding: definedOnly({
			foldThreshold: values.FOLDBACK_FOLD_THRESHOLD,
			foldTokens: values.FOLDBACK_FOLD_TOKENS,
			maxBatch: values.FOLDBACK_MAX_BATCH,
			maxMessageChars: values.FOLDBACK_MAX_MESSAGE_CHARS,
			summaryWords: values.FOLDBACK_SUMMARY_WORDS,
			foldTimeoutMs: values.FOLDBACK_FOLD_TIMEOUT_MS,
			betweenFolds: values.FOLDBACK_BETWEEN_FOLDS,
			recentTokens: values.FOLDBACK_RECENT_TOKENS,
			summaryPlacement: values.FOLDBACK_SUMMARY_PLACEMENT,
			foldTiming: values.FOLDBACK_FOLD_TIMING,
		}),
	};
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
	[K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

function definedOnly<T extends object>(values: T): Defined<T> {
	// Object.fromEntries cannot say which keys it keeps.
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
