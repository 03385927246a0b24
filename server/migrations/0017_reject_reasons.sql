CREATE TYPE "public"."reject_reason" AS ENUM('blurred', 'duplicate', 'wrong_place', 'other');--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "reject_reason" "reject_reason";--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "reject_note" text;