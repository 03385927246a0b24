CREATE TYPE "public"."example_origin" AS ENUM('typed', 'blindChecked', 'unchanged');--> statement-breakpoint
CREATE TYPE "public"."learning_run_state" AS ENUM('queued', 'running', 'done', 'failed', 'canceled');--> statement-breakpoint
CREATE TABLE "learning_dropped_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"dropped_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "learning_examples" (
	"image_sid" text NOT NULL,
	"position" integer NOT NULL,
	"project_sid" text NOT NULL,
	"model_sid" text NOT NULL,
	"code" text NOT NULL,
	"code_origin" "example_origin" NOT NULL,
	"code_account" text,
	"quantity" text NOT NULL,
	"quantity_origin" "example_origin" NOT NULL,
	"quantity_account" text,
	"box" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"is_held_out" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "learning_examples_pkey" PRIMARY KEY("image_sid","position"),
	CONSTRAINT "learning_examples_sha256_hex" CHECK ("learning_examples"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "learning_runs" (
	"sid" text PRIMARY KEY NOT NULL,
	"state" "learning_run_state" DEFAULT 'queued' NOT NULL,
	"group_sid" text,
	"started_by" text,
	"champion_sid" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"queue_id" text,
	"progress" jsonb,
	"model_sid" text,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "learning_runs_sid_cuid2" CHECK ("learning_runs"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "learning_runs_ended" CHECK (("learning_runs"."state" in ('queued', 'running')) = ("learning_runs"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "learning_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"collects_from_everyone" boolean DEFAULT false NOT NULL,
	"starts_automatically" boolean DEFAULT false NOT NULL,
	"promotes_automatically" boolean DEFAULT false NOT NULL,
	CONSTRAINT "learning_settings_only" CHECK ("learning_settings"."is_only")
);
--> statement-breakpoint
CREATE TABLE "learned_model_files" (
	"model_sid" text NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "learned_model_files_pkey" PRIMARY KEY("model_sid","name"),
	CONSTRAINT "learned_model_files_plain_name" CHECK ("learned_model_files"."name" ~ '^[a-z0-9][a-z0-9.-]*$')
);
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "collects_examples" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "adapts_sid" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "group_sid" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "promoted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "report" jsonb;--> statement-breakpoint
ALTER TABLE "learning_examples" ADD CONSTRAINT "learning_examples_image_sid_images_sid_fk" FOREIGN KEY ("image_sid") REFERENCES "public"."images"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learning_examples" ADD CONSTRAINT "learning_examples_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learning_examples" ADD CONSTRAINT "learning_examples_model_sid_models_sid_fk" FOREIGN KEY ("model_sid") REFERENCES "public"."models"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learning_runs" ADD CONSTRAINT "learning_runs_started_by_users_sid_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learning_runs" ADD CONSTRAINT "learning_runs_champion_sid_models_sid_fk" FOREIGN KEY ("champion_sid") REFERENCES "public"."models"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learning_runs" ADD CONSTRAINT "learning_runs_model_sid_models_sid_fk" FOREIGN KEY ("model_sid") REFERENCES "public"."models"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learned_model_files" ADD CONSTRAINT "learned_model_files_model_sid_models_sid_fk" FOREIGN KEY ("model_sid") REFERENCES "public"."models"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "learning_examples_of_event" ON "learning_examples" USING btree ("project_sid");--> statement-breakpoint
CREATE INDEX "learning_examples_by_age" ON "learning_examples" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "learning_examples_by_file" ON "learning_examples" USING btree ("sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "learning_runs_one_unfinished" ON "learning_runs" USING btree ((true)) WHERE "learning_runs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "learned_model_files_by_file" ON "learned_model_files" USING btree ("sha256");--> statement-breakpoint
-- Here and not in the code, so that no path keeps an example whose values are no longer approved.
CREATE FUNCTION delete_examples_of_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM learning_examples WHERE image_sid = NEW.sid;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER examples_end_with_approval AFTER UPDATE OF status ON images FOR EACH ROW
  WHEN (OLD.status = 'approved' AND NEW.status <> 'approved') EXECUTE FUNCTION delete_examples_of_image();
--> statement-breakpoint
CREATE FUNCTION delete_examples_of_detection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM learning_examples WHERE image_sid = NEW.image_sid;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER examples_end_with_revision AFTER UPDATE OF status, revision ON image_detections FOR EACH ROW
  WHEN (OLD.status IN ('validated', 'selected') AND (OLD.status, OLD.revision) IS DISTINCT FROM (NEW.status, NEW.revision))
  EXECUTE FUNCTION delete_examples_of_detection();
--> statement-breakpoint
CREATE FUNCTION note_dropped_example() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO learning_dropped_files (sha256) VALUES (OLD.sha256) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER example_is_dropped AFTER DELETE ON learning_examples
  FOR EACH ROW EXECUTE FUNCTION note_dropped_example();
