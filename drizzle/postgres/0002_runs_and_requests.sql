CREATE TABLE "fold_spend" (
	"user_id" text COLLATE "C" NOT NULL,
	"day" text COLLATE "C" NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "fold_spend_key" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"user_id" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"flow_id" text COLLATE "C" NOT NULL,
	"fingerprint" text COLLATE "C" NOT NULL,
	"input_id" text COLLATE "C" NOT NULL,
	"owner" text COLLATE "C" NOT NULL,
	"answer" text COLLATE "C" NOT NULL,
	"lease_until" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "idempotency_key_key" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "run_record" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"flow_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"input_id" text COLLATE "C" NOT NULL,
	"answer_id" text COLLATE "C" NOT NULL,
	"started_at" bigint NOT NULL,
	"duration_ms" bigint NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"details" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_record" ADD CONSTRAINT "run_record_flow_id_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_key_created" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_key_flow" ON "idempotency_key" USING btree ("flow_id");--> statement-breakpoint
CREATE INDEX "run_record_session" ON "run_record" USING btree ("flow_id","user_id","session_id","started_at","id");--> statement-breakpoint
CREATE INDEX "run_record_answer" ON "run_record" USING btree ("answer_id") WHERE answer_id <> '';