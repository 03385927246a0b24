CREATE TABLE "experiment_files" (
	"sid" text PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experiment_files_sha256_hex" CHECK ("experiment_files"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "job_answers" (
	"question" text PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_documents" ADD COLUMN "is_original" boolean NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "queue_id" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "retry_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "task_documents_one_original" ON "task_documents" USING btree ("task_id") WHERE "task_documents"."is_original";--> statement-breakpoint
CREATE INDEX "task_documents_by_sha256" ON "task_documents" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "tasks_by_event" ON "tasks" USING btree ("event_id","task_id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "task_documents" ADD CONSTRAINT "task_documents_type" CHECK ("task_documents"."file_type" in ('pdf', 'docx', 'md', 'json', 'csv', 'xlsx'));--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_retry_while_waiting" CHECK ("tasks"."retry_at" is null or "tasks"."status" = 1);