CREATE TABLE "project_counts" (
	"project_sid" text PRIMARY KEY NOT NULL,
	"images" integer DEFAULT 0 NOT NULL,
	"image_detections" integer DEFAULT 0 NOT NULL,
	"object_detections" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "project_counts_not_negative" CHECK ("project_counts"."images" >= 0 and "project_counts"."image_detections" >= 0 and "project_counts"."object_detections" >= 0)
);
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "detections_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "results_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "project_counts" ADD CONSTRAINT "project_counts_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Text in the order of people (2 before 10, Ä beside A). A PostgreSQL built without ICU falls back to the order of characters.
DO $$ BEGIN
  CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');
EXCEPTION WHEN feature_not_supported THEN
  CREATE COLLATION natural_order FROM "C";
END $$;
--> statement-breakpoint
-- As before, and how many live detections an image has and what they found. An edit that changes none of it writes no image.
CREATE OR REPLACE FUNCTION keep_image_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_image text := coalesce(NEW.image_sid, OLD.image_sid);
  stickers integer;
  valid_stickers integer;
  detections integer;
  results integer;
BEGIN
  SELECT d.stickers_count, d.valid_stickers_count INTO stickers, valid_stickers FROM image_detections d
    WHERE d.image_sid = of_image AND d.status <> 'discarded'
    ORDER BY d.status = 'selected' DESC, d.status = 'validated' DESC, d.validated_at DESC NULLS LAST, d.inferred_at DESC, d.sid
    LIMIT 1;
  SELECT count(*), coalesce(sum(d.results_count), 0) INTO detections, results FROM image_detections d
    WHERE d.image_sid = of_image AND d.status <> 'discarded';
  UPDATE images i SET stickers_count = stickers, valid_stickers_count = valid_stickers, detections_count = detections, results_count = results
    WHERE i.sid = of_image AND (i.stickers_count, i.valid_stickers_count, i.detections_count, i.results_count)
      IS DISTINCT FROM (stickers, valid_stickers, detections, results);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER image_counts ON image_detections;
--> statement-breakpoint
CREATE TRIGGER image_counts AFTER INSERT OR DELETE OR UPDATE OF status, results_count, stickers_count, valid_stickers_count
  ON image_detections FOR EACH ROW EXECUTE FUNCTION keep_image_counts();
--> statement-breakpoint
UPDATE images i SET detections_count = d.detections, results_count = d.results
  FROM (SELECT image_sid, count(*) AS detections, sum(results_count) AS results FROM image_detections
        WHERE status <> 'discarded' GROUP BY image_sid) d
  WHERE d.image_sid = i.sid;
--> statement-breakpoint
INSERT INTO project_counts (project_sid, images, image_detections, object_detections)
  SELECT p.sid, count(i.sid), coalesce(sum(i.detections_count), 0), coalesce(sum(i.results_count), 0)
  FROM projects p LEFT JOIN images i ON i.project_sid = p.sid GROUP BY p.sid;
--> statement-breakpoint
CREATE FUNCTION begin_project_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO project_counts (project_sid) VALUES (NEW.sid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER project_is_counted AFTER INSERT ON projects FOR EACH ROW EXECUTE FUNCTION begin_project_counts();
--> statement-breakpoint
CREATE FUNCTION keep_project_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE project_counts c SET
    images = c.images + (TG_OP = 'INSERT')::integer - (TG_OP = 'DELETE')::integer,
    image_detections = c.image_detections + coalesce(NEW.detections_count, 0) - coalesce(OLD.detections_count, 0),
    object_detections = c.object_detections + coalesce(NEW.results_count, 0) - coalesce(OLD.results_count, 0)
  WHERE c.project_sid = coalesce(NEW.project_sid, OLD.project_sid);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred: the row that all of an event's photos share is held only while a transaction commits, and always taken last.
CREATE CONSTRAINT TRIGGER image_is_counted AFTER INSERT OR DELETE ON images
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_project_counts();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER image_is_recounted AFTER UPDATE OF detections_count, results_count ON images
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.detections_count <> NEW.detections_count OR OLD.results_count <> NEW.results_count)
  EXECUTE FUNCTION keep_project_counts();
