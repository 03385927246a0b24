CREATE TABLE "audit_targets" (
	"url" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
