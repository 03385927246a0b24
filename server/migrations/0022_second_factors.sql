CREATE TABLE "auth_tickets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_sid" text,
	"challenge" text NOT NULL,
	"remember" boolean DEFAULT false NOT NULL,
	"totp_secret" "bytea",
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_counts" (
	"user_sid" text NOT NULL,
	"kind" text NOT NULL,
	"calls" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "call_counts_user_sid_kind_pk" PRIMARY KEY("user_sid","kind")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_sid" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_codes_user_sid_code_hash_pk" PRIMARY KEY("user_sid","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_policies" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"required_roles" text[] NOT NULL,
	"idle_minutes" integer NOT NULL,
	CONSTRAINT "sign_in_policies_one_row" CHECK ("sign_in_policies"."is_only")
);
--> statement-breakpoint
CREATE TABLE "user_factors" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_sid" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"totp_secret" "bytea",
	"totp_last_step" bigint,
	"credential_id" text,
	"public_key" "bytea",
	"signature_count" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "user_factors_credential" UNIQUE("credential_id"),
	CONSTRAINT "user_factors_sid_cuid2" CHECK ("user_factors"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "user_factors_of_kind" CHECK (case "user_factors"."kind" when 'totp' then "user_factors"."totp_secret" is not null and "user_factors"."credential_id" is null
      when 'passkey' then "user_factors"."credential_id" is not null and "user_factors"."public_key" is not null and "user_factors"."totp_secret" is null
      else false end)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "method" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_tickets" ADD CONSTRAINT "auth_tickets_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_counts" ADD CONSTRAINT "call_counts_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_factors" ADD CONSTRAINT "user_factors_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_tickets_user" ON "auth_tickets" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "auth_tickets_by_expiry" ON "auth_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_factors_user" ON "user_factors" USING btree ("user_sid");--> statement-breakpoint
CREATE INDEX "known_devices_by_secret" ON "known_devices" USING btree ("secret_hash");