ALTER TABLE "task_pages" ADD COLUMN "words" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "table_edits" jsonb DEFAULT '[]'::jsonb NOT NULL;