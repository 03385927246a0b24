CREATE TABLE "report_images" (
	"report_sid" text NOT NULL,
	"image_sid" text NOT NULL,
	"detection_sid" text NOT NULL,
	"version" text NOT NULL,
	"approved_at" timestamp with time zone NOT NULL,
	"approved_by" text NOT NULL,
	CONSTRAINT "report_images_report_sid_image_sid_pk" PRIMARY KEY("report_sid","image_sid")
);
--> statement-breakpoint
ALTER TABLE "report_rows" ADD COLUMN "image_sid" text;--> statement-breakpoint
ALTER TABLE "report_rows" ADD COLUMN "result_index" integer;--> statement-breakpoint
ALTER TABLE "report_rows" ADD COLUMN "rect" jsonb;--> statement-breakpoint
ALTER TABLE "report_rows" ADD COLUMN "origin" text;--> statement-breakpoint
CREATE TRIGGER report_images_are_immutable BEFORE UPDATE OR DELETE ON report_images
  FOR EACH ROW EXECUTE FUNCTION refuse_change('A report never changes and is never deleted.');
--> statement-breakpoint
CREATE TRIGGER report_images_come_first AFTER INSERT ON report_images REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_late_rows();
