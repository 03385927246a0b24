CREATE TABLE "report_seals" (
	"report_sid" text PRIMARY KEY NOT NULL,
	"project_sid" text NOT NULL,
	"close_code" text NOT NULL,
	"statement" jsonb NOT NULL,
	"hash" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL,
	"key_version" integer NOT NULL,
	"images" jsonb NOT NULL,
	CONSTRAINT "report_seals_close_code_once" UNIQUE("close_code"),
	CONSTRAINT "report_seals_hash" CHECK (octet_length("report_seals"."hash") = 32 and octet_length("report_seals"."signature") = 64)
);
--> statement-breakpoint
CREATE TABLE "seal_keys" (
	"version" integer PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seal_keys_ed25519" CHECK (octet_length("seal_keys"."public_key") = 32)
);
--> statement-breakpoint
ALTER TABLE "report_seals" ADD CONSTRAINT "report_seals_report_sid_reports_sid_fk" FOREIGN KEY ("report_sid") REFERENCES "public"."reports"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_seals" ADD CONSTRAINT "report_seals_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_seals" ADD CONSTRAINT "report_seals_key_version_seal_keys_version_fk" FOREIGN KEY ("key_version") REFERENCES "public"."seal_keys"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_seals_of_event" ON "report_seals" USING btree ("project_sid");
--> statement-breakpoint
CREATE TRIGGER report_seals_are_immutable BEFORE UPDATE OR DELETE ON report_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_change('The seal of a report never changes and is never deleted.');
--> statement-breakpoint
CREATE TRIGGER seal_keys_are_immutable BEFORE UPDATE OR DELETE ON seal_keys
  FOR EACH ROW EXECUTE FUNCTION refuse_change('A public key of seals never changes and is never deleted.');
