CREATE TABLE "radar_acceptances" (
	"project_sid" text NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"is_by_completion" boolean DEFAULT false NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_by" text NOT NULL,
	CONSTRAINT "radar_acceptances_pkey" PRIMARY KEY("project_sid","key")
);
--> statement-breakpoint
CREATE TABLE "radar_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "radar_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_sid" text NOT NULL,
	"image_sid" text,
	"area_sid" text
);
--> statement-breakpoint
CREATE TABLE "radar_events" (
	"project_sid" text PRIMARY KEY NOT NULL,
	"rules_version" integer DEFAULT 0 NOT NULL,
	"item_version_sid" text,
	"previous_event_sid" text,
	"baseline" jsonb,
	"baseline_stickers" integer DEFAULT 0 NOT NULL,
	"previous_areas" jsonb,
	"computed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "radar_findings" (
	"project_sid" text NOT NULL,
	"key" text NOT NULL,
	"scope" text NOT NULL,
	"kind" text NOT NULL,
	"severity" text NOT NULL,
	"likelihood" double precision NOT NULL,
	"units" double precision NOT NULL,
	"money" double precision,
	"impact" double precision NOT NULL,
	"code" text,
	"department" text,
	"area_number" integer,
	"image_sid" text,
	"state" text NOT NULL,
	"details" jsonb NOT NULL,
	"results" jsonb NOT NULL,
	CONSTRAINT "radar_findings_pkey" PRIMARY KEY("project_sid","key")
);
--> statement-breakpoint
CREATE TABLE "radar_images" (
	"image_sid" text PRIMARY KEY NOT NULL,
	"project_sid" text NOT NULL,
	"area_sid" text,
	"stickers" integer NOT NULL,
	"units" integer NOT NULL,
	"shelves" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "radar_stickers" (
	"image_sid" text NOT NULL,
	"position" integer NOT NULL,
	"project_sid" text NOT NULL,
	"area_sid" text,
	"code" text NOT NULL,
	"quantity" integer,
	"rect" jsonb NOT NULL,
	"is_linked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "radar_stickers_pkey" PRIMARY KEY("image_sid","position")
);
--> statement-breakpoint
ALTER TABLE "radar_acceptances" ADD CONSTRAINT "radar_acceptances_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radar_acceptances" ADD CONSTRAINT "radar_acceptances_accepted_by_users_sid_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radar_changes" ADD CONSTRAINT "radar_changes_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radar_events" ADD CONSTRAINT "radar_events_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radar_findings" ADD CONSTRAINT "radar_findings_project_sid_radar_events_project_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."radar_events"("project_sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radar_images" ADD CONSTRAINT "radar_images_project_sid_radar_events_project_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."radar_events"("project_sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "radar_stickers" ADD CONSTRAINT "radar_stickers_image_sid_radar_images_image_sid_fk" FOREIGN KEY ("image_sid") REFERENCES "public"."radar_images"("image_sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "radar_changes_of_event" ON "radar_changes" USING btree ("project_sid");--> statement-breakpoint
CREATE INDEX "radar_findings_by_impact" ON "radar_findings" USING btree ("project_sid","impact" DESC NULLS LAST,"key");--> statement-breakpoint
CREATE INDEX "radar_findings_by_scope" ON "radar_findings" USING btree ("project_sid","scope");--> statement-breakpoint
CREATE INDEX "radar_images_of_event" ON "radar_images" USING btree ("project_sid");--> statement-breakpoint
CREATE INDEX "radar_stickers_linked" ON "radar_stickers" USING btree ("project_sid") WHERE "radar_stickers"."is_linked";--> statement-breakpoint
CREATE INDEX "radar_stickers_of_code" ON "radar_stickers" USING btree ("project_sid","code");--> statement-breakpoint
-- Changes of events without a radar are not recorded.
CREATE FUNCTION radar_note_change(of_project text, of_image text, of_area text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO radar_changes (project_sid, image_sid, area_sid)
    SELECT r.project_sid, of_image, of_area FROM radar_events r WHERE r.project_sid = of_project;
$$;
--> statement-breakpoint
CREATE FUNCTION radar_note_detection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_image text := coalesce(NEW.image_sid, OLD.image_sid);
BEGIN
  PERFORM radar_note_change(i.project_sid, i.sid, NULL) FROM images i WHERE i.sid = of_image;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER radar_detection AFTER INSERT OR DELETE OR UPDATE OF revision, status
  ON image_detections FOR EACH ROW EXECUTE FUNCTION radar_note_detection();
--> statement-breakpoint
-- The other photos of an area may begin or stop to count, so both areas of a photo are recorded.
CREATE FUNCTION radar_note_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.area_sid IS DISTINCT FROM NEW.area_sid AND OLD.area_sid IS NOT NULL THEN
    PERFORM radar_note_change(OLD.project_sid, NULL, OLD.area_sid);
  END IF;
  PERFORM radar_note_change(NEW.project_sid, NEW.sid, NEW.area_sid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER radar_image AFTER INSERT OR UPDATE OF area_sid, status, counts_too
  ON images FOR EACH ROW EXECUTE FUNCTION radar_note_image();
--> statement-breakpoint
CREATE FUNCTION radar_note_deleted_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM radar_note_change(OLD.project_sid, OLD.sid, OLD.area_sid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER radar_deleted_image AFTER DELETE ON images FOR EACH ROW EXECUTE FUNCTION radar_note_deleted_image();
--> statement-breakpoint
CREATE FUNCTION radar_note_area() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM radar_note_change(coalesce(NEW.project_sid, OLD.project_sid), NULL, coalesce(NEW.sid, OLD.sid));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER radar_area AFTER INSERT OR DELETE OR UPDATE OF voided_at
  ON areas FOR EACH ROW EXECUTE FUNCTION radar_note_area();
--> statement-breakpoint
-- A decision about a pair changes which of its stickers counts.
CREATE FUNCTION radar_note_pair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP <> 'DELETE' AND NEW.status = 'same') OR (TG_OP <> 'INSERT' AND OLD.status = 'same') THEN
    PERFORM radar_note_change(coalesce(NEW.project_sid, OLD.project_sid), NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER radar_pair AFTER INSERT OR DELETE OR UPDATE OF status
  ON sticker_pairs FOR EACH ROW EXECUTE FUNCTION radar_note_pair();
