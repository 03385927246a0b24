-- Names are sorted as they are read (docs/decisions/011), and an event's counts are kept: nothing looks here any more.
DROP INDEX "image_detections_counts";--> statement-breakpoint
DROP INDEX "images_by_name";
