CREATE TABLE `run_record` (
	`id` text PRIMARY KEY NOT NULL,
	`flow_id` text NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`input_id` text NOT NULL,
	`answer_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` text NOT NULL,
	`code` text NOT NULL,
	`details` text NOT NULL,
	FOREIGN KEY (`flow_id`) REFERENCES `flow`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `run_record_session` ON `run_record` (`flow_id`,`user_id`,`session_id`,`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `run_record_answer` ON `run_record` (`answer_id`) WHERE answer_id <> '';