CREATE TABLE "session_memory_fold" (
	"flow_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"context_id" text COLLATE "C" NOT NULL,
	"sequence" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"outcome" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"after_message_id" text COLLATE "C" NOT NULL,
	"after_timestamp" bigint NOT NULL,
	"through_message_id" text COLLATE "C" NOT NULL,
	"through_timestamp" bigint NOT NULL,
	"message_count" bigint NOT NULL,
	"prompt_chars" bigint NOT NULL,
	"model" text COLLATE "C" NOT NULL,
	"input_tokens" bigint,
	"output_tokens" bigint,
	"duration_ms" bigint NOT NULL,
	"snapshot" text COLLATE "C" NOT NULL,
	CONSTRAINT "session_memory_fold_key" PRIMARY KEY("flow_id","user_id","session_id","context_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "session_memory_state" (
	"flow_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"context_id" text COLLATE "C" NOT NULL,
	"summary" text COLLATE "C" NOT NULL,
	"pinned" text COLLATE "C" NOT NULL,
	"overrides" text COLLATE "C" NOT NULL,
	"known_keys" text COLLATE "C" NOT NULL,
	"covered_until_message_id" text COLLATE "C" NOT NULL,
	"covered_until_timestamp" bigint NOT NULL,
	"absorbed_count" bigint NOT NULL,
	"absorbed_digest" text COLLATE "C" NOT NULL,
	"summary_model" text COLLATE "C" NOT NULL,
	"incarnation" text COLLATE "C" NOT NULL,
	"version" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "session_memory_state_key" PRIMARY KEY("flow_id","user_id","session_id","context_id")
);
--> statement-breakpoint
ALTER TABLE "session_memory_fold" ADD CONSTRAINT "session_memory_fold_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_memory_state" ADD CONSTRAINT "session_memory_state_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "flow"("id") ON DELETE cascade ON UPDATE no action;