CREATE TABLE "task_pages" (
	"task_id" integer NOT NULL,
	"number" integer NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	CONSTRAINT "task_pages_task_id_number_pk" PRIMARY KEY("task_id","number"),
	CONSTRAINT "task_pages_sha256_hex" CHECK ("task_pages"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "page" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "page_count" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "cancel_requested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "task_pages" ADD CONSTRAINT "task_pages_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_pages_by_sha256" ON "task_pages" USING btree ("sha256");