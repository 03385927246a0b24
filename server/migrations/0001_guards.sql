-- What tables and checks cannot say: things that never change once written.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER reports_are_immutable BEFORE UPDATE OR DELETE ON reports
  FOR EACH ROW EXECUTE FUNCTION refuse_change('A report never changes and is never deleted.');
--> statement-breakpoint
CREATE TRIGGER slugs_are_unchangeable BEFORE UPDATE OF slug, sid ON projects
  FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug OR OLD.sid IS DISTINCT FROM NEW.sid)
  EXECUTE FUNCTION refuse_change('The slug of an event never changes.');
--> statement-breakpoint
-- Turning a photo turns its boxes; such a transaction says so: set local precount.rotating = 'on'.
CREATE TRIGGER predictions_are_immutable BEFORE UPDATE OF predictions ON image_detections
  FOR EACH ROW WHEN (OLD.predictions IS DISTINCT FROM NEW.predictions
    AND coalesce(current_setting('precount.rotating', true), '') <> 'on')
  EXECUTE FUNCTION refuse_change('What a model said never changes.');
--> statement-breakpoint
CREATE TRIGGER photos_are_immutable BEFORE UPDATE OF sha256, size_bytes, project_sid ON images
  FOR EACH ROW WHEN (OLD.sha256 <> NEW.sha256 OR OLD.size_bytes <> NEW.size_bytes OR OLD.project_sid <> NEW.project_sid)
  EXECUTE FUNCTION refuse_change('A photo''s bytes and its event never change.');
--> statement-breakpoint
-- A photo's area is one of the same event.
ALTER TABLE areas ADD CONSTRAINT areas_of_project UNIQUE (project_sid, sid);
--> statement-breakpoint
ALTER TABLE images ADD CONSTRAINT images_area_of_same_project FOREIGN KEY (project_sid, area_sid)
  REFERENCES areas (project_sid, sid) ON DELETE SET NULL (area_sid);
--> statement-breakpoint
-- The counts of the detection that stands for an image, kept beside the image: lists of 200,000 images and
-- an event's valid percent then need no look at detections. Here and not in the code, so that no path can forget.
CREATE FUNCTION keep_image_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE images i SET (stickers_count, valid_stickers_count) = (
    SELECT d.stickers_count, d.valid_stickers_count FROM image_detections d
    WHERE d.image_sid = i.sid AND d.status <> 'discarded'
    ORDER BY d.status = 'selected' DESC, d.status = 'validated' DESC, d.validated_at DESC NULLS LAST, d.inferred_at DESC, d.sid
    LIMIT 1)
  WHERE i.sid = coalesce(NEW.image_sid, OLD.image_sid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER image_counts AFTER INSERT OR DELETE OR UPDATE OF status, stickers_count, valid_stickers_count ON image_detections
  FOR EACH ROW EXECUTE FUNCTION keep_image_counts();
