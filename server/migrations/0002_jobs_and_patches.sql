ALTER TABLE "detection_patches" ADD COLUMN "removed_revision" integer;--> statement-breakpoint
ALTER TABLE "image_detections" ADD COLUMN "turned_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "image_jobs" ADD COLUMN "queue_id" text;--> statement-breakpoint
CREATE INDEX "images_by_sha256" ON "images" USING btree ("sha256");