import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/*
 * Absent text is '', never null: nulls would defeat the unique keys. Times are epoch milliseconds. JSON is kept as text and parsed in one place
 * (`json-column.ts`), so that every value survives, NUL and lone surrogates included.
 */

/** `endpoint_name` is '' when absent. */
export const flow = sqliteTable(
	"flow",
	{
		id: text().primaryKey(),
		userId: text("user_id").notNull(),
		name: text().notNull(),
		endpointName: text("endpoint_name").notNull(),
		document: text().notNull(),
		revision: integer().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [
		index("flow_user_updated").on(table.userId, table.updatedAt, table.id),
		uniqueIndex("flow_endpoint_name").on(table.userId, table.endpointName).where(sql`endpoint_name <> ''`),
	],
);

/**
 * One row per chat message. `eligible` is computed by our code at every write (`eligible.ts`), so that the two partial indexes hold exactly the rows a
 * model could see: a rare context or many error rows cost a read nothing.
 */
export const message = sqliteTable(
	"message",
	{
		id: text().primaryKey(),
		flowId: text("flow_id")
			.notNull()
			.references(() => flow.id, { onDelete: "cascade" }),
		userId: text("user_id").notNull(),
		sessionId: text("session_id").notNull(),
		contextId: text("context_id").notNull(),
		timestamp: integer().notNull(),
		revision: integer().notNull(),
		eligible: integer({ mode: "boolean" }).notNull(),
		sender: text().notNull(),
		senderName: text("sender_name").notNull(),
		text: text().notNull(),
		files: text().notNull(),
		error: integer({ mode: "boolean" }).notNull(),
		edit: integer({ mode: "boolean" }).notNull(),
		category: text().notNull(),
		properties: text().notNull(),
		contentBlocks: text("content_blocks").notNull(),
		durationMs: integer("duration_ms"),
	},
	(table) => [
		index("message_session").on(table.flowId, table.userId, table.sessionId, table.timestamp, table.id),
		index("message_eligible").on(table.flowId, table.userId, table.sessionId, table.timestamp, table.id).where(sql`eligible = 1`),
		index("message_eligible_context").on(table.flowId, table.userId, table.sessionId, table.contextId, table.timestamp, table.id).where(sql`eligible = 1`),
		index("message_user").on(table.userId, table.timestamp, table.id),
		index("message_files").on(table.flowId).where(sql`files <> '[]'`),
	],
);

/** Nothing absorbed: `covered_until_message_id` is '' and `covered_until_timestamp` 0. */
export const sessionMemoryState = sqliteTable(
	"session_memory_state",
	{
		flowId: text("flow_id")
			.notNull()
			.references(() => flow.id, { onDelete: "cascade" }),
		userId: text("user_id").notNull(),
		sessionId: text("session_id").notNull(),
		contextId: text("context_id").notNull(),
		summary: text().notNull(),
		pinned: text().notNull(),
		overrides: text().notNull(),
		knownKeys: text("known_keys").notNull(),
		coveredUntilMessageId: text("covered_until_message_id").notNull(),
		coveredUntilTimestamp: integer("covered_until_timestamp").notNull(),
		absorbedCount: integer("absorbed_count").notNull(),
		absorbedDigest: text("absorbed_digest").notNull(),
		summaryModel: text("summary_model").notNull(),
		incarnation: text().notNull(),
		version: integer().notNull(),
		createdAt: integer("created_at").notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.flowId, table.userId, table.sessionId, table.contextId] })],
);

/** The fold journal. `snapshot` is '' for attempts that saved nothing; `sequence` rises within a scope (`max(now, newest + 1)`, like message times). */
export const sessionMemoryFold = sqliteTable(
	"session_memory_fold",
	{
		flowId: text("flow_id")
			.notNull()
			.references(() => flow.id, { onDelete: "cascade" }),
		userId: text("user_id").notNull(),
		sessionId: text("session_id").notNull(),
		contextId: text("context_id").notNull(),
		sequence: integer().notNull(),
		createdAt: integer("created_at").notNull(),
		outcome: text().notNull(),
		code: text().notNull(),
		afterMessageId: text("after_message_id").notNull(),
		afterTimestamp: integer("after_timestamp").notNull(),
		throughMessageId: text("through_message_id").notNull(),
		throughTimestamp: integer("through_timestamp").notNull(),
		messageCount: integer("message_count").notNull(),
		promptChars: integer("prompt_chars").notNull(),
		model: text().notNull(),
		inputTokens: integer("input_tokens"),
		outputTokens: integer("output_tokens"),
		durationMs: integer("duration_ms").notNull(),
		snapshot: text().notNull(),
	},
	(table) => [primaryKey({ columns: [table.flowId, table.userId, table.sessionId, table.contextId, table.sequence] })],
);

/** `revoked_at` is 0 while the key is valid. */
export const apiKey = sqliteTable(
	"api_key",
	{
		id: text().primaryKey(),
		userId: text("user_id").notNull(),
		name: text().notNull(),
		prefix: text().notNull(),
		hash: text().notNull(),
		createdAt: integer("created_at").notNull(),
		revokedAt: integer("revoked_at").notNull(),
	},
	(table) => [uniqueIndex("api_key_hash").on(table.hash), index("api_key_user").on(table.userId, table.createdAt)],
);

/** Not tied to a flow row by a foreign key: a secret is put before the flow that refers to it is saved. */
export const secret = sqliteTable(
	"secret",
	{
		id: text().notNull(),
		userId: text("user_id").notNull(),
		flowId: text("flow_id").notNull(),
		ciphertext: text().notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.userId, table.id] }), index("secret_flow").on(table.userId, table.flowId)],
);

/** One row a run: references and sizes, never text. `input_id` and `answer_id` are '' when there is no such row. */
export const runRecord = sqliteTable(
	"run_record",
	{
		id: text().primaryKey(),
		flowId: text("flow_id")
			.notNull()
			.references(() => flow.id, { onDelete: "cascade" }),
		userId: text("user_id").notNull(),
		sessionId: text("session_id").notNull(),
		inputId: text("input_id").notNull(),
		answerId: text("answer_id").notNull(),
		startedAt: integer("started_at").notNull(),
		durationMs: integer("duration_ms").notNull(),
		status: text().notNull(),
		code: text().notNull(),
		details: text().notNull(),
	},
	(table) => [
		index("run_record_session").on(table.flowId, table.userId, table.sessionId, table.startedAt, table.id),
		index("run_record_answer").on(table.answerId).where(sql`answer_id <> ''`),
	],
);

/**
 * Requests that a client may repeat. `answer` refers to the rows of the answer; `texts` holds what is stored in no row, and goes when anything of the
 * session is forgotten.
 * `lease_until` is when a host that stopped in mid run is given up.
 */
export const idempotencyKey = sqliteTable(
	"idempotency_key",
	{
		userId: text("user_id").notNull(),
		key: text().notNull(),
		flowId: text("flow_id")
			.notNull()
			.references(() => flow.id, { onDelete: "cascade" }),
		/** Where the run's rows go; `''` for keys of an older host. */
		sessionId: text("session_id").notNull().default(""),
		fingerprint: text().notNull(),
		inputId: text("input_id").notNull(),
		owner: text().notNull(),
		answer: text().notNull(),
		/** What is in no row; empty once anything of the session was forgotten, which `forgotten` tells to a run that is still under way. */
		texts: text().notNull().default(""),
		forgotten: integer({ mode: "boolean" }).notNull().default(false),
		leaseUntil: integer("lease_until").notNull(),
		createdAt: integer("created_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.key] }),
		index("idempotency_key_created").on(table.createdAt),
		index("idempotency_key_session").on(table.flowId, table.userId, table.sessionId),
	],
);

/** Tokens that folds have cost a user on one day, `YYYY-MM-DD` in UTC. */
export const foldSpend = sqliteTable("fold_spend", { userId: text("user_id").notNull(), day: text().notNull(), tokens: integer().notNull() }, (table) => [
	primaryKey({ columns: [table.userId, table.day] }),
]);

/** What is done once in the life of a database, such as making the sample flows. */
export const mark = sqliteTable("mark", { name: text().primaryKey(), createdAt: integer("created_at").notNull() });
