-- A suspected pair is a finding of the radar, so every change of a pair is recorded, and not only of merged ones.
CREATE OR REPLACE FUNCTION radar_note_pair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM radar_note_change(coalesce(NEW.project_sid, OLD.project_sid), NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER radar_pair AFTER INSERT OR DELETE OR UPDATE OF status, position_a, position_b, certainty
  ON sticker_pairs FOR EACH ROW EXECUTE FUNCTION radar_note_pair();
