DROP INDEX IF EXISTS "idempotency_key_flow";--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "session_id" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "texts" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "forgotten" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "idempotency_key_session" ON "idempotency_key" USING btree ("flow_id","user_id","session_id");--> statement-breakpoint
CREATE INDEX "message_user" ON "message" USING btree ("user_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "message_files" ON "message" USING btree ("flow_id") WHERE files <> '[]';