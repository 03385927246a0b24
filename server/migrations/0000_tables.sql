CREATE TYPE "public"."detection_status" AS ENUM('inferred', 'drafted', 'patched', 'validated', 'selected', 'discarded');--> statement-breakpoint
CREATE TYPE "public"."image_status" AS ENUM('uploaded', 'processed', 'pending', 'approved', 'rejected', 'not_taken');--> statement-breakpoint
CREATE TYPE "public"."job_state" AS ENUM('queued', 'running', 'retrying', 'failed', 'done');--> statement-breakpoint
CREATE TYPE "public"."model_backend" AS ENUM('onnx', 'ppocr', 'kserve', 'fake');--> statement-breakpoint
CREATE TYPE "public"."model_status" AS ENUM('preview', 'active', 'deprecated', 'retired');--> statement-breakpoint
CREATE TYPE "public"."orientation" AS ENUM('unknown', 'normal', 'flipHorizontal', 'rotate180', 'flipVertical', 'transpose', 'rotate90CW', 'transverse', 'rotate270CW');--> statement-breakpoint
CREATE TYPE "public"."project_status" AS ENUM('preview', 'active', 'completed', 'discarded', 'archived');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('user', 'admin');--> statement-breakpoint
CREATE TYPE "public"."rotation" AS ENUM('none', 'rotate180', 'rotate90CW', 'rotate270CW');--> statement-breakpoint
CREATE TABLE "areas" (
	"id" serial PRIMARY KEY NOT NULL,
	"sid" text NOT NULL,
	"project_sid" text NOT NULL,
	"number" integer NOT NULL,
	"voided_at" timestamp with time zone,
	"voided_by" text,
	"void_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "areas_sid_unique" UNIQUE("sid"),
	CONSTRAINT "areas_number_once" UNIQUE("project_sid","number"),
	CONSTRAINT "areas_sid_cuid2" CHECK ("areas"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "areas_number_positive" CHECK ("areas"."number" >= 1),
	CONSTRAINT "areas_voided_by_someone" CHECK (("areas"."voided_at" is null) = ("areas"."voided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "detection_patches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "detection_patches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"detection_sid" text NOT NULL,
	"revision" integer NOT NULL,
	"position" integer NOT NULL,
	"patch" jsonb NOT NULL,
	"push_key" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "detection_patches_in_order" UNIQUE("detection_sid","revision","position")
);
--> statement-breakpoint
CREATE TABLE "image_detections" (
	"sid" text PRIMARY KEY NOT NULL,
	"image_sid" text NOT NULL,
	"model_sid" text NOT NULL,
	"status" "detection_status" DEFAULT 'inferred' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"predictions" jsonb NOT NULL,
	"options" jsonb NOT NULL,
	"elapsed_ms" integer NOT NULL,
	"inferred_at" timestamp with time zone DEFAULT now() NOT NULL,
	"validated_at" timestamp with time zone,
	"validated_by" text,
	"progress" smallint NOT NULL,
	"results_count" integer NOT NULL,
	"stickers_count" integer NOT NULL,
	"valid_stickers_count" integer NOT NULL,
	"sticker_predictions_count" integer NOT NULL,
	"valid_sticker_predictions_count" integer NOT NULL,
	"patched_stickers_count" integer NOT NULL,
	"discarded_stickers_count" integer NOT NULL,
	"added_stickers_count" integer NOT NULL,
	"patched_stickers_codes_count" integer NOT NULL,
	"patched_stickers_quantities_count" integer NOT NULL,
	"codes_with_leading_zero_count" integer NOT NULL,
	CONSTRAINT "image_detections_sid_cuid2" CHECK ("image_detections"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "image_detections_validated_by_someone" CHECK ("image_detections"."status" not in ('validated', 'selected') or ("image_detections"."validated_at" is not null and "image_detections"."validated_by" is not null)),
	CONSTRAINT "image_detections_progress_percent" CHECK ("image_detections"."progress" between 0 and 100),
	CONSTRAINT "image_detections_valid_within" CHECK ("image_detections"."valid_stickers_count" between 0 and "image_detections"."stickers_count")
);
--> statement-breakpoint
CREATE TABLE "image_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"image_sid" text NOT NULL,
	"model_sid" text NOT NULL,
	"state" "job_state" DEFAULT 'queued' NOT NULL,
	"options" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 5 NOT NULL,
	"error" text,
	"retry_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_jobs_error_when_failed" CHECK ("image_jobs"."state" <> 'failed' or "image_jobs"."error" is not null),
	CONSTRAINT "image_jobs_retry_when_retrying" CHECK (("image_jobs"."state" = 'retrying') = ("image_jobs"."retry_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "images" (
	"sid" text PRIMARY KEY NOT NULL,
	"project_sid" text NOT NULL,
	"area_sid" text,
	"name" text NOT NULL,
	"status" "image_status" DEFAULT 'uploaded' NOT NULL,
	"status_date" timestamp with time zone DEFAULT now() NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"format" text NOT NULL,
	"raw_width" integer NOT NULL,
	"raw_height" integer NOT NULL,
	"orientation" "orientation" NOT NULL,
	"rotation" "rotation" DEFAULT 'none' NOT NULL,
	"captured_at" timestamp with time zone,
	"camera_brand" text,
	"camera_model" text,
	"store_number" text,
	"shelf_code" text,
	"bay_code" text,
	"rejected_at" timestamp with time zone,
	"rejected_by" text,
	"stickers_count" integer,
	"valid_stickers_count" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	CONSTRAINT "images_bytes_once" UNIQUE("project_sid","sha256"),
	CONSTRAINT "images_sid_cuid2" CHECK ("images"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "images_sha256_hex" CHECK ("images"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "images_never_not_taken" CHECK ("images"."status" <> 'not_taken'),
	CONSTRAINT "images_rejected_by_someone" CHECK (("images"."rejected_at" is null) = ("images"."rejected_by" is null)),
	CONSTRAINT "images_rejected_status" CHECK (("images"."status" = 'rejected') = ("images"."rejected_at" is not null)),
	CONSTRAINT "images_have_pixels" CHECK ("images"."raw_width" > 0 and "images"."raw_height" > 0 and "images"."size_bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "models" (
	"sid" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"backend" "model_backend" NOT NULL,
	"status" "model_status" NOT NULL,
	"status_date" timestamp with time zone DEFAULT now() NOT NULL,
	"trained_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "models_name_unique" UNIQUE("name"),
	CONSTRAINT "models_sid_cuid2" CHECK ("models"."sid" ~ '^[a-z0-9]{24}$')
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"sid" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"status" "project_status" DEFAULT 'active' NOT NULL,
	"status_date" timestamp with time zone DEFAULT now() NOT NULL,
	"status_before_archive" "project_status",
	"default_rotation" "rotation" DEFAULT 'none' NOT NULL,
	"rejection_threshold" double precision DEFAULT 90 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	CONSTRAINT "projects_slug_unique" UNIQUE("slug"),
	CONSTRAINT "projects_sid_cuid2" CHECK ("projects"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "projects_slug_shape" CHECK ("projects"."slug" ~ '^[a-z0-9-]{1,120}$'),
	CONSTRAINT "projects_name_not_empty" CHECK (length(trim("projects"."name")) > 0),
	CONSTRAINT "projects_archive_remembers" CHECK (("projects"."status" = 'archived') = ("projects"."status_before_archive" is not null)),
	CONSTRAINT "projects_not_archived_before" CHECK ("projects"."status_before_archive" is distinct from 'archived'),
	CONSTRAINT "projects_threshold_percent" CHECK ("projects"."rejection_threshold" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"sid" text PRIMARY KEY NOT NULL,
	"project_sid" text NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"contents" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "reports_version_once" UNIQUE("project_sid","version"),
	CONSTRAINT "reports_sid_cuid2" CHECK ("reports"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "reports_version_positive" CHECK ("reports"."version" >= 1)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_sid" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"remember" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "sessions_secretHash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "sessions_expires_after_created" CHECK ("sessions"."expires_at" > "sessions"."created_at")
);
--> statement-breakpoint
CREATE TABLE "task_documents" (
	"document_id" serial PRIMARY KEY NOT NULL,
	"task_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"file_type" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_documents_name_once" UNIQUE("task_id","file_name"),
	CONSTRAINT "task_documents_sha256_hex" CHECK ("task_documents"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"task_id" serial PRIMARY KEY NOT NULL,
	"project_sid" text NOT NULL,
	"event_id" text NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"error_message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	CONSTRAINT "tasks_status_number" CHECK ("tasks"."status" between 1 and 4),
	CONSTRAINT "tasks_error_when_failed" CHECK (("tasks"."status" = 4) = ("tasks"."error_message" is not null)),
	CONSTRAINT "tasks_event_id_length" CHECK (length("tasks"."event_id") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"sid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" "role" NOT NULL,
	"password_hash" text,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_sid_cuid2" CHECK ("users"."sid" ~ '^[a-z0-9]{24}$')
);
--> statement-breakpoint
ALTER TABLE "areas" ADD CONSTRAINT "areas_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "areas" ADD CONSTRAINT "areas_voided_by_users_sid_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detection_patches" ADD CONSTRAINT "detection_patches_detection_sid_image_detections_sid_fk" FOREIGN KEY ("detection_sid") REFERENCES "public"."image_detections"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detection_patches" ADD CONSTRAINT "detection_patches_created_by_users_sid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_detections" ADD CONSTRAINT "image_detections_image_sid_images_sid_fk" FOREIGN KEY ("image_sid") REFERENCES "public"."images"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_detections" ADD CONSTRAINT "image_detections_model_sid_models_sid_fk" FOREIGN KEY ("model_sid") REFERENCES "public"."models"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_detections" ADD CONSTRAINT "image_detections_validated_by_users_sid_fk" FOREIGN KEY ("validated_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_jobs" ADD CONSTRAINT "image_jobs_image_sid_images_sid_fk" FOREIGN KEY ("image_sid") REFERENCES "public"."images"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_jobs" ADD CONSTRAINT "image_jobs_model_sid_models_sid_fk" FOREIGN KEY ("model_sid") REFERENCES "public"."models"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_area_sid_areas_sid_fk" FOREIGN KEY ("area_sid") REFERENCES "public"."areas"("sid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_rejected_by_users_sid_fk" FOREIGN KEY ("rejected_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_created_by_users_sid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_created_by_users_sid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_created_by_users_sid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_documents" ADD CONSTRAINT "task_documents_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_sid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "detection_patches_push_once" ON "detection_patches" USING btree ("detection_sid","push_key","position");--> statement-breakpoint
CREATE UNIQUE INDEX "image_detections_one_live" ON "image_detections" USING btree ("image_sid","model_sid") WHERE "image_detections"."status" <> 'discarded';--> statement-breakpoint
CREATE UNIQUE INDEX "image_detections_one_selected" ON "image_detections" USING btree ("image_sid") WHERE "image_detections"."status" = 'selected';--> statement-breakpoint
CREATE INDEX "image_detections_of_image" ON "image_detections" USING btree ("image_sid","inferred_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "image_detections_counts" ON "image_detections" USING btree ("image_sid","results_count") WHERE "image_detections"."status" <> 'discarded';--> statement-breakpoint
CREATE UNIQUE INDEX "image_jobs_one_open" ON "image_jobs" USING btree ("image_sid","model_sid") WHERE "image_jobs"."state" in ('queued', 'running', 'retrying');--> statement-breakpoint
CREATE INDEX "image_jobs_of_image" ON "image_jobs" USING btree ("image_sid","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "images_by_status" ON "images" USING btree ("project_sid","status","stickers_count","valid_stickers_count");--> statement-breakpoint
CREATE INDEX "images_by_name" ON "images" USING btree ("project_sid","name","sid");--> statement-breakpoint
CREATE INDEX "images_by_area" ON "images" USING btree ("area_sid");--> statement-breakpoint
CREATE INDEX "projects_by_status" ON "projects" USING btree ("status","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "tasks_of_project" ON "tasks" USING btree ("project_sid","task_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));