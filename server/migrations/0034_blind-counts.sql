CREATE TYPE "public"."check_status" AS ENUM('undrawn', 'open', 'agreed', 'disputed', 'settled');--> statement-breakpoint
CREATE TABLE "blind_checks" (
	"sid" text PRIMARY KEY NOT NULL,
	"count_sid" text NOT NULL,
	"image_sid" text NOT NULL,
	"detection_sid" text NOT NULL,
	"position" integer,
	"stratum" smallint NOT NULL,
	"key" bigint NOT NULL,
	"code" text NOT NULL,
	"quantity" text NOT NULL,
	"units" integer NOT NULL,
	"validated_by" text NOT NULL,
	"excluded" text[] NOT NULL,
	"model_sid" text NOT NULL,
	"status" "check_status" DEFAULT 'undrawn' NOT NULL,
	"taken_by" text,
	"taken_until" timestamp with time zone,
	"answer" jsonb,
	"answered_by" text,
	"answered_at" timestamp with time zone,
	"outcome" jsonb,
	"settled_by" text,
	"settled_at" timestamp with time zone,
	"is_wrong" boolean DEFAULT false NOT NULL,
	"is_code_wrong" boolean DEFAULT false NOT NULL,
	"is_quantity_wrong" boolean DEFAULT false NOT NULL,
	"units_difference" integer DEFAULT 0 NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "blind_checks_sid_cuid2" CHECK ("blind_checks"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "blind_checks_answered" CHECK (("blind_checks"."status" in ('undrawn', 'open')) = ("blind_checks"."answer" is null) and ("blind_checks"."answer" is null) = ("blind_checks"."answered_by" is null)),
	CONSTRAINT "blind_checks_settled" CHECK (("blind_checks"."status" = 'settled') = ("blind_checks"."settled_by" is not null)),
	CONSTRAINT "blind_checks_not_own" CHECK ("blind_checks"."answered_by" is null or not "blind_checks"."answered_by" = any("blind_checks"."excluded"))
);
--> statement-breakpoint
CREATE TABLE "blind_corrections" (
	"count_sid" text NOT NULL,
	"detection_sid" text NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"quantity" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blind_counts" (
	"sid" text PRIMARY KEY NOT NULL,
	"project_sid" text NOT NULL,
	"rule" jsonb NOT NULL,
	"seed" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by" text NOT NULL,
	"stopped_at" timestamp with time zone,
	"stopped_by" text,
	CONSTRAINT "blind_counts_sid_cuid2" CHECK ("blind_counts"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "blind_counts_stopped" CHECK (("blind_counts"."stopped_at" is null) = ("blind_counts"."stopped_by" is null))
);
--> statement-breakpoint
CREATE TABLE "blind_detections" (
	"count_sid" text NOT NULL,
	"detection_sid" text NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "blind_detections_pkey" PRIMARY KEY("count_sid","detection_sid")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"report_sid" text PRIMARY KEY NOT NULL,
	"contents" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "certificate_percent" double precision;--> statement-breakpoint
ALTER TABLE "blind_checks" ADD CONSTRAINT "blind_checks_count_sid_blind_counts_sid_fk" FOREIGN KEY ("count_sid") REFERENCES "public"."blind_counts"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blind_checks" ADD CONSTRAINT "blind_checks_answered_by_users_sid_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blind_checks" ADD CONSTRAINT "blind_checks_settled_by_users_sid_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blind_corrections" ADD CONSTRAINT "blind_corrections_count_sid_blind_counts_sid_fk" FOREIGN KEY ("count_sid") REFERENCES "public"."blind_counts"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blind_counts" ADD CONSTRAINT "blind_counts_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blind_counts" ADD CONSTRAINT "blind_counts_started_by_users_sid_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blind_counts" ADD CONSTRAINT "blind_counts_stopped_by_users_sid_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blind_detections" ADD CONSTRAINT "blind_detections_count_sid_blind_counts_sid_fk" FOREIGN KEY ("count_sid") REFERENCES "public"."blind_counts"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_report_sid_reports_sid_fk" FOREIGN KEY ("report_sid") REFERENCES "public"."reports"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blind_checks_in_order" ON "blind_checks" USING btree ("count_sid","stratum","key");--> statement-breakpoint
CREATE INDEX "blind_checks_of_detection" ON "blind_checks" USING btree ("count_sid","detection_sid");--> statement-breakpoint
CREATE INDEX "blind_corrections_of_detection" ON "blind_corrections" USING btree ("count_sid","detection_sid");--> statement-breakpoint
CREATE UNIQUE INDEX "blind_counts_one_running" ON "blind_counts" USING btree ("project_sid") WHERE "blind_counts"."stopped_at" is null;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_certificate_percent" CHECK ("projects"."certificate_percent" between 0.1 and 100);--> statement-breakpoint
CREATE TRIGGER certificates_are_immutable BEFORE UPDATE OR DELETE ON certificates
  FOR EACH ROW EXECUTE FUNCTION refuse_change('A certificate never changes and is never deleted.');
