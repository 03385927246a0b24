CREATE TABLE "groups" (
	"sid" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "groups_sid_cuid2" CHECK ("groups"."sid" ~ '^[a-z0-9]{24}$')
);
--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "chosen_status" "model_status";--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "groups" text[] DEFAULT '{"everyone"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "groups" text[] DEFAULT '{"everyone"}' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "groups_name_key" ON "groups" USING btree (lower("name"));