CREATE TABLE "api_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"user_sid" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"address" text,
	"revoked_at" timestamp with time zone,
	"revoked_by" text,
	CONSTRAINT "api_tokens_id_cuid2" CHECK ("api_tokens"."id" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "api_tokens_for_something" CHECK (cardinality("api_tokens"."scopes") > 0),
	CONSTRAINT "api_tokens_a_year_at_most" CHECK ("api_tokens"."expires_at" > "api_tokens"."created_at" and "api_tokens"."expires_at" <= "api_tokens"."created_at" + interval '366 days'),
	CONSTRAINT "api_tokens_revoked_by_someone" CHECK (("api_tokens"."revoked_at" is null) = ("api_tokens"."revoked_by" is null))
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_revoked_by_users_sid_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_of_user" ON "api_tokens" USING btree ("user_sid","created_at" DESC NULLS LAST);