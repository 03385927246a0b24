CREATE TABLE "seen_stickers" (
	"user_sid" text NOT NULL,
	"detection_sid" text NOT NULL,
	"position" integer NOT NULL,
	"code" text NOT NULL,
	"quantity" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seen_stickers_pkey" PRIMARY KEY("user_sid","detection_sid","position")
);
--> statement-breakpoint
ALTER TABLE "seen_stickers" ADD CONSTRAINT "seen_stickers_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_stickers" ADD CONSTRAINT "seen_stickers_detection_sid_image_detections_sid_fk" FOREIGN KEY ("detection_sid") REFERENCES "public"."image_detections"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seen_stickers_of_detection" ON "seen_stickers" USING btree ("detection_sid");