CREATE TABLE "image_states" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "image_states_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_sid" text NOT NULL,
	"image_sid" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" "image_status" NOT NULL,
	"area_number" integer,
	"counts_too" boolean,
	"detection_sid" text,
	"stickers" integer NOT NULL,
	"valid_stickers" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "detection_patches" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "image_states" ADD CONSTRAINT "image_states_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_states" ADD CONSTRAINT "image_states_image_sid_images_sid_fk" FOREIGN KEY ("image_sid") REFERENCES "public"."images"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_states_of_event" ON "image_states" USING btree ("project_sid","image_sid","id");--> statement-breakpoint
CREATE INDEX "image_states_of_image" ON "image_states" USING btree ("image_sid","id");--> statement-breakpoint
CREATE INDEX "image_states_by_time" ON "image_states" USING btree ("project_sid","at");
--> statement-breakpoint
-- Writes a row if the image's state differs from its last row. Here and not in the code, so that no path can forget.
CREATE FUNCTION note_image_state(of_image text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO image_states (project_sid, image_sid, at, status, area_number, counts_too, detection_sid, stickers, valid_stickers)
  SELECT n.* FROM (
    SELECT i.project_sid, i.sid, clock_timestamp(), i.status, a.number AS area_number, i.counts_too, (
        SELECT d.sid FROM image_detections d WHERE d.image_sid = i.sid AND d.status IN ('selected', 'validated')
        ORDER BY d.status = 'selected' DESC, d.validated_at DESC LIMIT 1) AS detection_sid,
      coalesce(i.stickers_count, 0) AS stickers, coalesce(i.valid_stickers_count, 0) AS valid_stickers
    FROM images i LEFT JOIN areas a ON a.sid = i.area_sid WHERE i.sid = of_image) n
  LEFT JOIN LATERAL (SELECT * FROM image_states s WHERE s.image_sid = of_image ORDER BY s.id DESC LIMIT 1) last ON true
  WHERE (n.status, n.area_number, n.counts_too, n.detection_sid, n.stickers, n.valid_stickers) IS DISTINCT FROM
    (last.status, last.area_number, last.counts_too, last.detection_sid, last.stickers, last.valid_stickers);
$$;
--> statement-breakpoint
CREATE FUNCTION note_state_of_image() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_image_state(NEW.sid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER image_state_of_image AFTER INSERT OR UPDATE OF status, area_sid, counts_too, stickers_count, valid_stickers_count
  ON images FOR EACH ROW EXECUTE FUNCTION note_state_of_image();
--> statement-breakpoint
CREATE FUNCTION note_state_of_detection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_image_state(coalesce(NEW.image_sid, OLD.image_sid));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER image_state_of_detection AFTER DELETE OR UPDATE OF status
  ON image_detections FOR EACH ROW EXECUTE FUNCTION note_state_of_detection();
--> statement-breakpoint
CREATE TRIGGER image_states_are_immutable BEFORE UPDATE ON image_states
  FOR EACH ROW EXECUTE FUNCTION refuse_change('The state of an image at a past moment never changes.');
--> statement-breakpoint
CREATE FUNCTION note_undone_patch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.removed_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER patch_is_undone BEFORE UPDATE OF removed_revision ON detection_patches
  FOR EACH ROW WHEN (OLD.removed_revision IS NULL AND NEW.removed_revision IS NOT NULL) EXECUTE FUNCTION note_undone_patch();
--> statement-breakpoint
-- The history of existing images begins with their state now.
INSERT INTO image_states (project_sid, image_sid, at, status, area_number, counts_too, detection_sid, stickers, valid_stickers)
  SELECT i.project_sid, i.sid, now(), i.status, a.number, i.counts_too, (
      SELECT d.sid FROM image_detections d WHERE d.image_sid = i.sid AND d.status IN ('selected', 'validated')
      ORDER BY d.status = 'selected' DESC, d.validated_at DESC LIMIT 1), coalesce(i.stickers_count, 0), coalesce(i.valid_stickers_count, 0)
  FROM images i LEFT JOIN areas a ON a.sid = i.area_sid;
