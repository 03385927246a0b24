CREATE TABLE "work_account_nonces" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_accounts" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_sid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "work_accounts_issuer_subject_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "work_accounts_one_of_a_provider" UNIQUE("user_sid","issuer")
);
--> statement-breakpoint
ALTER TABLE "work_accounts" ADD CONSTRAINT "work_accounts_user_sid_users_sid_fk" FOREIGN KEY ("user_sid") REFERENCES "public"."users"("sid") ON DELETE cascade ON UPDATE no action;