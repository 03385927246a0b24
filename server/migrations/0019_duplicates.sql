CREATE TYPE "public"."pair_status" AS ENUM('suspected', 'same', 'two');--> statement-breakpoint
CREATE TABLE "image_keypoints" (
	"image_sid" text PRIMARY KEY NOT NULL,
	"orientation" "orientation" NOT NULL,
	"points" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image_stickers" (
	"image_sid" text NOT NULL,
	"position" integer NOT NULL,
	"project_sid" text NOT NULL,
	"detection_sid" text NOT NULL,
	"code" text NOT NULL,
	"quantity" text NOT NULL,
	"rect" jsonb NOT NULL,
	CONSTRAINT "image_stickers_pkey" PRIMARY KEY("image_sid","position")
);
--> statement-breakpoint
CREATE TABLE "sticker_pairs" (
	"sid" text PRIMARY KEY NOT NULL,
	"project_sid" text NOT NULL,
	"image_a" text NOT NULL,
	"position_a" integer NOT NULL,
	"image_b" text NOT NULL,
	"position_b" integer NOT NULL,
	"detection_a" text NOT NULL,
	"detection_b" text NOT NULL,
	"status" "pair_status" DEFAULT 'suspected' NOT NULL,
	"certainty" double precision NOT NULL,
	"homography" double precision[] NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	CONSTRAINT "sticker_pairs_sid_cuid2" CHECK ("sticker_pairs"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "sticker_pairs_images_in_order" CHECK ("sticker_pairs"."image_a" < "sticker_pairs"."image_b"),
	CONSTRAINT "sticker_pairs_certainty" CHECK ("sticker_pairs"."certainty" between 0 and 1),
	CONSTRAINT "sticker_pairs_homography" CHECK (cardinality("sticker_pairs"."homography") = 9),
	CONSTRAINT "sticker_pairs_decided" CHECK (("sticker_pairs"."status" = 'suspected') = ("sticker_pairs"."decided_at" is null)),
	CONSTRAINT "sticker_pairs_decided_by" CHECK ("sticker_pairs"."decided_by" is null or "sticker_pairs"."decided_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "merge_duplicates_percent" double precision;--> statement-breakpoint
ALTER TABLE "image_keypoints" ADD CONSTRAINT "image_keypoints_image_sid_images_sid_fk" FOREIGN KEY ("image_sid") REFERENCES "public"."images"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_stickers" ADD CONSTRAINT "image_stickers_image_sid_images_sid_fk" FOREIGN KEY ("image_sid") REFERENCES "public"."images"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_stickers" ADD CONSTRAINT "image_stickers_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_stickers" ADD CONSTRAINT "image_stickers_detection_sid_image_detections_sid_fk" FOREIGN KEY ("detection_sid") REFERENCES "public"."image_detections"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sticker_pairs" ADD CONSTRAINT "sticker_pairs_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sticker_pairs" ADD CONSTRAINT "sticker_pairs_decided_by_users_sid_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sticker_pairs" ADD CONSTRAINT "sticker_pairs_image_a_fk" FOREIGN KEY ("image_a") REFERENCES "public"."images"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sticker_pairs" ADD CONSTRAINT "sticker_pairs_detection_a_fk" FOREIGN KEY ("detection_a") REFERENCES "public"."image_detections"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sticker_pairs" ADD CONSTRAINT "sticker_pairs_image_b_fk" FOREIGN KEY ("image_b") REFERENCES "public"."images"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sticker_pairs" ADD CONSTRAINT "sticker_pairs_detection_b_fk" FOREIGN KEY ("detection_b") REFERENCES "public"."image_detections"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_stickers_by_text" ON "image_stickers" USING btree ("project_sid","code","quantity");--> statement-breakpoint
CREATE UNIQUE INDEX "sticker_pairs_once" ON "sticker_pairs" USING btree ("image_a","position_a","image_b","position_b");--> statement-breakpoint
CREATE INDEX "sticker_pairs_of_image_b" ON "sticker_pairs" USING btree ("image_b");--> statement-breakpoint
CREATE INDEX "sticker_pairs_of_event" ON "sticker_pairs" USING btree ("project_sid","status");--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_merge_duplicates_percent" CHECK ("projects"."merge_duplicates_percent" between 90 and 100);