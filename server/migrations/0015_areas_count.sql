ALTER TABLE "image_detections" ADD COLUMN "confirmed_stickers_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "counts_too" boolean;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "counts_too_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "counts_too_by" text;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_counts_too_by_users_sid_fk" FOREIGN KEY ("counts_too_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "images_areas_of_event" ON "images" USING btree ("project_sid","area_sid","status");--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_counts_too_by_someone" CHECK (num_nulls("images"."counts_too", "images"."counts_too_at", "images"."counts_too_by") in (0, 3));--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_counts_too_in_area" CHECK ("images"."counts_too" is null or "images"."area_sid" is not null);--> statement-breakpoint
-- The decision belongs to the link between photo and area. A trigger, because deleting an area unlinks photos by a foreign key.
CREATE FUNCTION forget_counts_too() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.counts_too := NULL;
  NEW.counts_too_at := NULL;
  NEW.counts_too_by := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER counts_too_ends_with_link BEFORE UPDATE OF area_sid ON images
  FOR EACH ROW WHEN (OLD.area_sid IS DISTINCT FROM NEW.area_sid) EXECUTE FUNCTION forget_counts_too();
