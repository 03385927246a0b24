ALTER TABLE "image_states" ADD COLUMN "area_voided" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- As in 0033, and whether the image's area is voided.
CREATE OR REPLACE FUNCTION note_image_state(of_image text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO image_states (project_sid, image_sid, at, status, area_number, area_voided, counts_too, detection_sid, stickers, valid_stickers)
  SELECT n.* FROM (
    SELECT i.project_sid, i.sid, clock_timestamp(), i.status, a.number AS area_number, a.voided_at IS NOT NULL AS area_voided, i.counts_too, (
        SELECT d.sid FROM image_detections d WHERE d.image_sid = i.sid AND d.status IN ('selected', 'validated')
        ORDER BY d.status = 'selected' DESC, d.validated_at DESC LIMIT 1) AS detection_sid,
      coalesce(i.stickers_count, 0) AS stickers, coalesce(i.valid_stickers_count, 0) AS valid_stickers
    FROM images i LEFT JOIN areas a ON a.sid = i.area_sid WHERE i.sid = of_image) n
  LEFT JOIN LATERAL (SELECT * FROM image_states s WHERE s.image_sid = of_image ORDER BY s.id DESC LIMIT 1) last ON true
  WHERE (n.status, n.area_number, n.area_voided, n.counts_too, n.detection_sid, n.stickers, n.valid_stickers) IS DISTINCT FROM
    (last.status, last.area_number, last.area_voided, last.counts_too, last.detection_sid, last.stickers, last.valid_stickers);
$$;
--> statement-breakpoint
CREATE FUNCTION note_states_of_area() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_image_state(i.sid) FROM images i WHERE i.area_sid = NEW.sid;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER image_states_of_area AFTER UPDATE OF voided_at ON areas
  FOR EACH ROW WHEN ((OLD.voided_at IS NULL) <> (NEW.voided_at IS NULL)) EXECUTE FUNCTION note_states_of_area();
--> statement-breakpoint
-- Images of areas that are voided already: from now on they do not count.
DO $$ BEGIN
  PERFORM note_image_state(i.sid) FROM images i JOIN areas a ON a.sid = i.area_sid WHERE a.voided_at IS NOT NULL;
END $$;
