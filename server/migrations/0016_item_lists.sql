CREATE TABLE "item_list_versions" (
	"sid" text PRIMARY KEY NOT NULL,
	"list_sid" text NOT NULL,
	"version" integer NOT NULL,
	"file_name" text NOT NULL,
	"item_count" integer NOT NULL,
	"added_count" integer NOT NULL,
	"changed_count" integer NOT NULL,
	"removed_count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	CONSTRAINT "item_list_versions_number_once" UNIQUE("list_sid","version"),
	CONSTRAINT "item_list_versions_sid_cuid2" CHECK ("item_list_versions"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "item_list_versions_from_one" CHECK ("item_list_versions"."version" >= 1)
);
--> statement-breakpoint
CREATE TABLE "item_lists" (
	"sid" text PRIMARY KEY NOT NULL,
	"group_id" text,
	"project_sid" text,
	"current_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "item_lists_one_per_group" UNIQUE("group_id"),
	CONSTRAINT "item_lists_one_per_event" UNIQUE("project_sid"),
	CONSTRAINT "item_lists_sid_cuid2" CHECK ("item_lists"."sid" ~ '^[a-z0-9]{24}$'),
	CONSTRAINT "item_lists_one_owner" CHECK (("item_lists"."group_id" is null) <> ("item_lists"."project_sid" is null))
);
--> statement-breakpoint
CREATE TABLE "items" (
	"version_sid" text NOT NULL,
	"code" text NOT NULL,
	"description" text,
	"department" text,
	"unit_price" numeric(12, 4),
	"pack_size" integer,
	"expected_quantity" integer,
	"last_quantity" integer,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "items_pkey" PRIMARY KEY("version_sid","code"),
	CONSTRAINT "items_code_six_digits" CHECK ("items"."code" ~ '^[0-9]{6}$')
);
--> statement-breakpoint
ALTER TABLE "image_detections" ADD COLUMN "item_codes" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "item_list_sid" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "item_version_sid" text;--> statement-breakpoint
ALTER TABLE "item_list_versions" ADD CONSTRAINT "item_list_versions_list_sid_item_lists_sid_fk" FOREIGN KEY ("list_sid") REFERENCES "public"."item_lists"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_list_versions" ADD CONSTRAINT "item_list_versions_created_by_users_sid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("sid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_version_sid_fk" FOREIGN KEY ("version_sid") REFERENCES "public"."item_list_versions"("sid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "items_by_department" ON "items" USING btree ("version_sid","department");--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_item_list_sid_item_lists_sid_fk" FOREIGN KEY ("item_list_sid") REFERENCES "public"."item_lists"("sid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_item_version_sid_item_list_versions_sid_fk" FOREIGN KEY ("item_version_sid") REFERENCES "public"."item_list_versions"("sid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- projects refers to item_lists too, so Drizzle's schema cannot contain this one.
ALTER TABLE "item_lists" ADD CONSTRAINT "item_lists_project_sid_fk" FOREIGN KEY ("project_sid") REFERENCES "public"."projects"("sid") ON DELETE cascade;
