CREATE TABLE `fold_spend` (
	`user_id` text NOT NULL,
	`day` text NOT NULL,
	`tokens` integer NOT NULL,
	PRIMARY KEY(`user_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `idempotency_key` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`flow_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`input_id` text NOT NULL,
	`owner` text NOT NULL,
	`answer` text NOT NULL,
	`lease_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`flow_id`) REFERENCES `flow`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idempotency_key_created` ON `idempotency_key` (`created_at`);--> statement-breakpoint
CREATE INDEX `idempotency_key_flow` ON `idempotency_key` (`flow_id`);