DROP INDEX IF EXISTS `idempotency_key_flow`;--> statement-breakpoint
ALTER TABLE `idempotency_key` ADD `session_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `idempotency_key` ADD `texts` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `idempotency_key` ADD `forgotten` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `idempotency_key_session` ON `idempotency_key` (`flow_id`,`user_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `message_user` ON `message` (`user_id`,`timestamp`,`id`);--> statement-breakpoint
CREATE INDEX `message_files` ON `message` (`flow_id`) WHERE files <> '[]';