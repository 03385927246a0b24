CREATE INDEX "images_by_age" ON "images" USING btree ("project_sid","created_at");--> statement-breakpoint
CREATE INDEX "images_by_status_date" ON "images" USING btree ("project_sid","status_date");