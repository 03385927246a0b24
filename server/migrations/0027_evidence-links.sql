CREATE TABLE "evidence_links" (
	"sid" text PRIMARY KEY NOT NULL,
	"report_sid" text NOT NULL,
	"project_sid" text NOT NULL,
	"name" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"passcode_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by" text,
	"opens" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp with time zone,
	CONSTRAINT "evidence_links_sid_cuid2" CHECK ("evidence_links"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "evidence_links_expire" CHECK ("evidence_links"."expires_at" > "evidence_links"."created_at" and "evidence_links"."expires_at" <= "evidence_links"."created_at" + interval '91 days'),
	CONSTRAINT "evidence_links_revoked_by_someone" CHECK (("evidence_links"."revoked_at" is null) = ("evidence_links"."revoked_by" is null))
);
--> statement-breakpoint
CREATE TABLE "evidence_visits" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"link_sid" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_acceptances" (
	"sid" text PRIMARY KEY NOT NULL,
	"report_sid" text NOT NULL,
	"name" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "report_acceptances_sid_cuid2" CHECK ("report_acceptances"."sid" ~ '^[a-z0-9]{24}$')
);
--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_report_sid_reports_sid_fk" FOREIGN KEY ("report_sid") REFERENCES "public"."reports"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_project_sid_projects_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_created_by_users_sid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_links" ADD CONSTRAINT "evidence_links_revoked_by_users_sid_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_visits" ADD CONSTRAINT "evidence_visits_link_sid_evidence_links_sid_fk" FOREIGN KEY ("link_sid") REFERENCES "public"."evidence_links"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_acceptances" ADD CONSTRAINT "report_acceptances_report_sid_reports_sid_fk" FOREIGN KEY ("report_sid") REFERENCES "public"."reports"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_acceptances" ADD CONSTRAINT "report_acceptances_created_by_users_sid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_links_of_report" ON "evidence_links" USING btree ("report_sid","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "evidence_visits_of_link" ON "evidence_visits" USING btree ("link_sid");--> statement-breakpoint
CREATE INDEX "report_acceptances_of_report" ON "report_acceptances" USING btree ("report_sid");--> statement-breakpoint
CREATE TRIGGER report_acceptances_are_immutable BEFORE UPDATE OR DELETE ON report_acceptances
  FOR EACH ROW EXECUTE FUNCTION refuse_change('The acceptance of a report never changes and is never deleted.');
