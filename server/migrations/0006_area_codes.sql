-- Ranges that are made after their photos find them by all that the photos said: form, name and codes; what somebody took off stays off.
ALTER TABLE "images" ADD COLUMN "given_area_number" integer;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "sheet_codes" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "bare_codes" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "area_unlinked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "area_unlinked_by" text;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_area_unlinked_by_users_sid_fk" FOREIGN KEY ("area_unlinked_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_few_codes" CHECK (cardinality("images"."sheet_codes") <= 32 and cardinality("images"."bare_codes") <= 32);--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_unlinked_by_someone" CHECK (("images"."area_unlinked_at" is null) = ("images"."area_unlinked_by" is null));--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_unlinked_or_linked" CHECK ("images"."area_unlinked_at" is null or "images"."area_sid" is null);