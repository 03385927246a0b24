CREATE TABLE "area_recounts" (
	"sid" text PRIMARY KEY NOT NULL,
	"project_sid" text NOT NULL,
	"area_sid" text NOT NULL,
	"image_sids" text[] NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "area_recounts_sid_cuid2" CHECK ("area_recounts"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "area_recounts_reason_given" CHECK (length(trim("area_recounts"."reason")) > 0)
);
--> statement-breakpoint
ALTER TABLE "image_detections" ADD COLUMN "counted_stickers" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "previous_event_sid" text;--> statement-breakpoint
ALTER TABLE "area_recounts" ADD CONSTRAINT "area_recounts_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_recounts" ADD CONSTRAINT "area_recounts_area_sid_areas_sid_fk" FOREIGN KEY ("area_sid") REFERENCES "public"."areas"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_recounts" ADD CONSTRAINT "area_recounts_created_by_users_sid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "area_recounts_of_event" ON "area_recounts" USING btree ("project_sid","created_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_previous_event_sid_fk" FOREIGN KEY ("previous_event_sid") REFERENCES "public"."projects"("sid") ON DELETE set null ON UPDATE no action;