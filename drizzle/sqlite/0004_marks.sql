CREATE TABLE `mark` (
	`name` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
