CREATE TABLE "report_rows" (
	"report_sid" text NOT NULL,
	"position" integer NOT NULL,
	"area_code" text NOT NULL,
	"bay_code" text NOT NULL,
	"shelf_code" text NOT NULL,
	"code" text NOT NULL,
	"quantity" text NOT NULL,
	CONSTRAINT "report_rows_report_sid_position_pk" PRIMARY KEY("report_sid","position"),
	CONSTRAINT "report_rows_position" CHECK ("report_rows"."position" >= 1)
);
--> statement-breakpoint
-- Reports there were keep their rows, each at its place.
INSERT INTO report_rows (report_sid, position, area_code, bay_code, shelf_code, code, quantity)
  SELECT r.sid, row.position, row.said->>'areaCode', row.said->>'bayCode', row.said->>'shelfCode', row.said->>'code', row.said->>'quantity'
  FROM reports r, jsonb_array_elements(r.contents->'rows') WITH ORDINALITY AS row (said, position);--> statement-breakpoint
ALTER TABLE reports DISABLE TRIGGER reports_are_immutable;--> statement-breakpoint
UPDATE reports SET contents = contents - 'rows';--> statement-breakpoint
ALTER TABLE reports ENABLE TRIGGER reports_are_immutable;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_rows_apart" CHECK (not jsonb_exists("reports"."contents", 'rows'));
--> statement-breakpoint
CREATE TRIGGER report_rows_are_immutable BEFORE UPDATE OR DELETE ON report_rows
  FOR EACH ROW EXECUTE FUNCTION refuse_change('A report never changes and is never deleted.');
--> statement-breakpoint
-- No row is added to a report that is there: once for a statement, whatever its rows.
CREATE FUNCTION refuse_late_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM reports WHERE sid IN (SELECT DISTINCT report_sid FROM added)) THEN
    RAISE EXCEPTION 'A report never changes and is never deleted.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_rows_come_first AFTER INSERT ON report_rows REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_rows();
--> statement-breakpoint
-- And it has as many as it says, at the positions 1 to that.
CREATE FUNCTION check_report_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  said integer := (NEW.contents->'totals'->>'rows')::integer;
  there integer;
  last integer;
BEGIN
  SELECT count(*), coalesce(max(position), 0) INTO there, last FROM report_rows WHERE report_sid = NEW.sid;
  IF said IS DISTINCT FROM there OR there <> last THEN
    RAISE EXCEPTION 'A report has exactly the rows that it counts.' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER reports_have_their_rows BEFORE INSERT ON reports FOR EACH ROW EXECUTE FUNCTION check_report_rows();
