ALTER TABLE "projects" ADD COLUMN "store_number" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "model_sid" text;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_model_sid_models_sid_fk" FOREIGN KEY ("model_sid") REFERENCES "public"."models"("sid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_store_number_length" CHECK (length("projects"."store_number") between 1 and 64);