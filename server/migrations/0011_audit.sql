CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"actor_sid" text,
	"actor_name" text,
	"credential" text,
	"address" text,
	"subject_kind" text,
	"subject_sid" text,
	"project_sid" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" bigint,
	"previous_hash" "bytea",
	"hash" "bytea",
	CONSTRAINT "audit_entries_position_unique" UNIQUE("position"),
	CONSTRAINT "audit_entries_sealed_whole" CHECK (num_nulls("audit_entries"."position", "audit_entries"."previous_hash", "audit_entries"."hash") in (0, 3)),
	CONSTRAINT "audit_entries_details_bounded" CHECK (pg_column_size("audit_entries"."details") <= 65536)
);
--> statement-breakpoint
CREATE INDEX "audit_entries_unsealed" ON "audit_entries" USING btree ("id") WHERE "audit_entries"."position" is null;--> statement-breakpoint
CREATE INDEX "audit_entries_of_actor" ON "audit_entries" USING btree ("actor_sid","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_subject" ON "audit_entries" USING btree ("subject_sid","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_project" ON "audit_entries" USING btree ("project_sid","id");--> statement-breakpoint
-- An entry is written once; the one change it ever sees gives it its place in the chain.
CREATE FUNCTION only_seal_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sealed CONSTANT text[] := '{position,previous_hash,hash}';
BEGIN
  IF OLD.position IS NULL AND NEW.position IS NOT NULL AND to_jsonb(NEW) - sealed = to_jsonb(OLD) - sealed THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'An entry of the audit log never changes.' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_are_immutable BEFORE UPDATE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION only_seal_audit_entry();
--> statement-breakpoint
CREATE TRIGGER audit_entries_stay BEFORE DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change('An entry of the audit log is never deleted.');
--> statement-breakpoint
CREATE TRIGGER audit_entries_stay_all BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('An entry of the audit log is never deleted.');
--> statement-breakpoint
-- Nobody makes one that is sealed already, in a place of their choice.
CREATE TRIGGER audit_entries_begin_unsealed BEFORE INSERT ON audit_entries
  FOR EACH ROW WHEN (NEW.position IS NOT NULL)
  EXECUTE FUNCTION refuse_change('An entry of the audit log is sealed after it was written.');
