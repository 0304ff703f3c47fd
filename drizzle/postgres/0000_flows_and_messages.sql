CREATE TABLE "api_key" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"prefix" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"revoked_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flow" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"endpoint_name" text COLLATE "C" NOT NULL,
	"document" text COLLATE "C" NOT NULL,
	"revision" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"flow_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"context_id" text COLLATE "C" NOT NULL,
	"timestamp" bigint NOT NULL,
	"revision" bigint NOT NULL,
	"eligible" boolean NOT NULL,
	"sender" text COLLATE "C" NOT NULL,
	"sender_name" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"files" text COLLATE "C" NOT NULL,
	"error" boolean NOT NULL,
	"edit" boolean NOT NULL,
	"category" text COLLATE "C" NOT NULL,
	"properties" text COLLATE "C" NOT NULL,
	"content_blocks" text COLLATE "C" NOT NULL,
	"duration_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "secret" (
	"id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"flow_id" text COLLATE "C" NOT NULL,
	"ciphertext" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "secret_key" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash" ON "api_key" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_key_user" ON "api_key" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "flow_user_updated" ON "flow" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "flow_endpoint_name" ON "flow" USING btree ("user_id","endpoint_name") WHERE endpoint_name <> '';--> statement-breakpoint
CREATE INDEX "message_session" ON "message" USING btree ("flow_id","user_id","session_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "message_eligible" ON "message" USING btree ("flow_id","user_id","session_id","timestamp","id") WHERE eligible;--> statement-breakpoint
CREATE INDEX "message_eligible_context" ON "message" USING btree ("flow_id","user_id","session_id","context_id","timestamp","id") WHERE eligible;--> statement-breakpoint
CREATE INDEX "secret_flow" ON "secret" USING btree ("user_id","flow_id");