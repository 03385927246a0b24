ALTER TABLE "destinations" ADD COLUMN "former_secret" "bytea";--> statement-breakpoint
ALTER TABLE "destinations" ADD COLUMN "former_secret_until" timestamp with time zone;