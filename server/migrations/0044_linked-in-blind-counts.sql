ALTER TABLE "blind_counts" ADD COLUMN "population_state" text;--> statement-breakpoint
ALTER TABLE "blind_detections" ADD COLUMN "linked" integer[];