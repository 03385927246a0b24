CREATE TABLE "deliveries" (
	"sid" text PRIMARY KEY NOT NULL,
	"destination_sid" text NOT NULL,
	"project_sid" text,
	"type" text NOT NULL,
	"subject_sid" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"queued_at" timestamp with time zone,
	"body" text,
	"target" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_attempt_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	"response_status" integer,
	"error" text,
	"elapsed_ms" integer,
	"sha256" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliveries_sid_cuid2" CHECK ("deliveries"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "destinations" (
	"sid" text PRIMARY KEY NOT NULL,
	"group_id" text,
	"project_sid" text,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secret" "bytea",
	"disabled" text,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "destinations_sid_cuid2" CHECK ("destinations"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "destinations_one_owner" CHECK (("destinations"."group_id" is null) <> ("destinations"."project_sid" is null)),
	CONSTRAINT "destinations_kind" CHECK ("destinations"."kind" in ('webhook', 'https', 's3', 'sftp') and "destinations"."settings" ->> 'kind' = "destinations"."kind"),
	CONSTRAINT "destinations_disabled" CHECK ("destinations"."disabled" in ('person', 'failures'))
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_destination_sid_destinations_sid_fk" FOREIGN KEY ("destination_sid") REFERENCES "public"."destinations"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destinations" ADD CONSTRAINT "destinations_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destinations" ADD CONSTRAINT "destinations_created_by_users_sid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_not_queued" ON "deliveries" USING btree ("destination_sid","type","subject_sid") WHERE "deliveries"."queued_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_of_destination" ON "deliveries" USING btree ("destination_sid","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_of_report" ON "deliveries" USING btree ("subject_sid") WHERE "deliveries"."type" like 'report.%';--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("next_attempt_at") WHERE "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_by_age" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "destinations_of_event" ON "destinations" USING btree ("project_sid");--> statement-breakpoint
CREATE INDEX "destinations_of_group" ON "destinations" USING btree ("group_id");--> statement-breakpoint
CREATE FUNCTION new_delivery_sid() RETURNS text LANGUAGE sql AS $$
  SELECT substr(replace(gen_random_uuid()::text, '-', ''), 1, 24);
$$;
--> statement-breakpoint
-- A message for each webhook of the event and of its groups that wants this type.
CREATE FUNCTION note_webhook(of_project text, of_type text, of_subject text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO deliveries (sid, destination_sid, project_sid, type, subject_sid)
    SELECT new_delivery_sid(), d.sid, p.sid, of_type, of_subject
    FROM projects p JOIN destinations d ON d.project_sid = p.sid OR d.group_id = ANY (p.groups)
    WHERE p.sid = of_project AND d.kind = 'webhook' AND d.disabled IS NULL AND jsonb_exists(d.settings -> 'types', of_type)
    ON CONFLICT (destination_sid, type, subject_sid) WHERE queued_at IS NULL DO NOTHING;
$$;
--> statement-breakpoint
CREATE FUNCTION note_detection_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_webhook(i.project_sid, 'image.processed', i.sid) FROM images i WHERE i.sid = NEW.image_sid;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhook_detection AFTER INSERT ON image_detections FOR EACH ROW EXECUTE FUNCTION note_detection_for_webhooks();
--> statement-breakpoint
-- The status of an area follows from its images, so both areas of an image that moves have changed.
CREATE FUNCTION note_image_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.status = 'approved' AND OLD.status <> 'approved' THEN
    PERFORM note_webhook(NEW.project_sid, 'image.validated', NEW.sid);
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.area_sid IS DISTINCT FROM NEW.area_sid AND OLD.area_sid IS NOT NULL THEN
    PERFORM note_webhook(OLD.project_sid, 'area.changed', OLD.area_sid);
  END IF;
  IF NEW.area_sid IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.area_sid IS DISTINCT FROM NEW.area_sid OR OLD.status <> NEW.status) THEN
    PERFORM note_webhook(NEW.project_sid, 'area.changed', NEW.area_sid);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhook_image AFTER INSERT OR UPDATE OF area_sid, status
  ON images FOR EACH ROW EXECUTE FUNCTION note_image_for_webhooks();
--> statement-breakpoint
CREATE FUNCTION note_area_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_webhook(NEW.project_sid, 'area.changed', NEW.sid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhook_area AFTER INSERT OR UPDATE OF voided_at ON areas FOR EACH ROW EXECUTE FUNCTION note_area_for_webhooks();
--> statement-breakpoint
CREATE FUNCTION note_event_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'completed' AND OLD.status <> 'completed' AND OLD.status <> 'archived' THEN
    PERFORM note_webhook(NEW.sid, 'event.completed', NEW.sid);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhook_event AFTER UPDATE OF status ON projects FOR EACH ROW EXECUTE FUNCTION note_event_for_webhooks();
--> statement-breakpoint
-- A report is announced to webhooks, and each of its files is delivered to the destinations for files.
CREATE FUNCTION note_report_for_destinations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_webhook(NEW.project_sid, 'report.created', NEW.sid);
  INSERT INTO deliveries (sid, destination_sid, project_sid, type, subject_sid)
    SELECT new_delivery_sid(), d.sid, p.sid, 'report.' || format, NEW.sid
    FROM projects p
      JOIN destinations d ON d.project_sid = p.sid OR d.group_id = ANY (p.groups),
      jsonb_array_elements_text(d.settings -> 'formats') format
    WHERE p.sid = NEW.project_sid AND d.kind <> 'webhook' AND d.disabled IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER destination_report AFTER INSERT ON reports FOR EACH ROW EXECUTE FUNCTION note_report_for_destinations();
