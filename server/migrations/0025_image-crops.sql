CREATE TABLE "image_crops" (
	"image_sid" text NOT NULL,
	"key" text NOT NULL,
	"orientation" "orientation" NOT NULL,
	"contents" "bytea" NOT NULL,
	CONSTRAINT "image_crops_pkey" PRIMARY KEY("image_sid","key")
);
--> statement-breakpoint
ALTER TABLE "image_crops" ADD CONSTRAINT "image_crops_image_sid_images_sid_fk" FOREIGN KEY ("image_sid") REFERENCES "public"."images"("sid") ON DELETE cascade ON UPDATE no action;