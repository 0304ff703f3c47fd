CREATE TABLE `api_key` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_hash` ON `api_key` (`hash`);--> statement-breakpoint
CREATE INDEX `api_key_user` ON `api_key` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `flow` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`endpoint_name` text NOT NULL,
	`document` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `flow_user_updated` ON `flow` (`user_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `flow_endpoint_name` ON `flow` (`user_id`,`endpoint_name`) WHERE endpoint_name <> '';--> statement-breakpoint
CREATE TABLE `message` (
	`id` text PRIMARY KEY NOT NULL,
	`flow_id` text NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`context_id` text NOT NULL,
	`timestamp` integer NOT NULL,
	`revision` integer NOT NULL,
	`eligible` integer NOT NULL,
	`sender` text NOT NULL,
	`sender_name` text NOT NULL,
	`text` text NOT NULL,
	`files` text NOT NULL,
	`error` integer NOT NULL,
	`edit` integer NOT NULL,
	`category` text NOT NULL,
	`properties` text NOT NULL,
	`content_blocks` text NOT NULL,
	`duration_ms` integer,
	FOREIGN KEY (`flow_id`) REFERENCES `flow`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_session` ON `message` (`flow_id`,`user_id`,`session_id`,`timestamp`,`id`);--> statement-breakpoint
CREATE INDEX `message_eligible` ON `message` (`flow_id`,`user_id`,`session_id`,`timestamp`,`id`) WHERE eligible = 1;--> statement-breakpoint
CREATE INDEX `message_eligible_context` ON `message` (`flow_id`,`user_id`,`session_id`,`context_id`,`timestamp`,`id`) WHERE eligible = 1;--> statement-breakpoint
CREATE TABLE `secret` (
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`flow_id` text NOT NULL,
	`ciphertext` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `secret_flow` ON `secret` (`user_id`,`flow_id`);