import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findBreakingStatements } from "../testing/expand-only.ts";
import { MIGRATIONS_FOLDER, readJournal } from "./migrate.ts";

const BEFORE_THE_RULE = "older than this rule: the previous version could not run on the migrated database";

/** Statements, by migration, that look incompatible with the previous version but are not: their start and the reason. */
const ALLOWED: Readonly<Record<string, readonly (readonly [begins: string, why: string])[]>> = {
  "0001_guards": [
    ["CREATE TRIGGER", "they reject what no version does, and count what no version counted"],
    ["ALTER TABLE areas ADD CONSTRAINT areas_of_project", "the sid alone is unique already"],
    ["ALTER TABLE images ADD CONSTRAINT images_area_of_same_project", "no version links another event's area"],
  ],
  "0003_report_rows": [
    ["ALTER TABLE reports ADD CONSTRAINT reports_rows_apart", BEFORE_THE_RULE],
    ["CREATE TRIGGER reports_have_their_rows", BEFORE_THE_RULE],
  ],
  "0004_counts_and_order": [
    ["CREATE OR REPLACE FUNCTION keep_image_counts", "it maintains the same columns and more"],
    ["DROP TRIGGER image_counts", "created again in the next statement, for more columns"],
    ["CREATE TRIGGER image_counts", "replaces the dropped one"],
    ["CREATE TRIGGER project_is_counted", "writes only a new table"],
    ["CREATE CONSTRAINT TRIGGER image_is_", "writes only a new table"],
  ],
  "0006_area_codes": [["ALTER TABLE images ADD CONSTRAINT", "concerns only columns that it adds"]],
  "0013_document_tasks": [
    ["ALTER TABLE task_documents ADD COLUMN is_original", "nothing wrote this table before"],
    ["CREATE UNIQUE INDEX task_documents_one_original", "nothing wrote this table before"],
    ["ALTER TABLE task_documents ADD CONSTRAINT", "nothing wrote this table before"],
    ["ALTER TABLE tasks ADD CONSTRAINT tasks_retry_while_waiting", "concerns only a column that it adds"],
  ],
  "0015_areas_count": [
    ["ALTER TABLE images ADD CONSTRAINT images_counts_too_", "concerns only columns that it adds"],
    ["CREATE TRIGGER counts_too_ends_with_link", "writes only columns that it adds"],
  ],
  "0016_item_lists": [["ALTER TABLE projects ADD CONSTRAINT", "concerns only columns that it adds"]],
  "0018_previous_event": [["ALTER TABLE projects ADD CONSTRAINT", "concerns only a column that it adds"]],
  "0019_duplicates": [["ALTER TABLE projects ADD CONSTRAINT", "concerns only a column that it adds"]],
  "0020_radar": [["CREATE TRIGGER radar_", "writes only a new table"]],
  "0021_pair_findings": [
    ["CREATE OR REPLACE FUNCTION radar_note_pair", "it records the same changes and more"],
    ["CREATE OR REPLACE TRIGGER radar_pair", "it writes the same table"],
  ],
  "0029_imported-boxes": [
    [
      "ALTER TYPE model_backend ADD VALUE 'import'",
      "only an import of boxes writes it, and the previous version treats it as a backend that reads no drawn stickers",
    ],
  ],
  "0030_destinations": [["CREATE TRIGGER", "they write only new tables"]],
  "0033_image_states": [["CREATE TRIGGER", "they write only a new table and a column that it adds"]],
  "0034_blind-counts": [["ALTER TABLE projects ADD CONSTRAINT", "concerns only a column that it adds"]],
  "0039_event-options": [["ALTER TABLE projects ADD CONSTRAINT", "concerns only columns that it adds"]],
  "0040_learning": [["CREATE TRIGGER examples_end_with_", "they delete rows of a new table only"]],
  "0043_voided-areas-of-states": [
    ["CREATE OR REPLACE FUNCTION note_image_state(", "it only writes one more column, which the migration adds"],
    ["CREATE TRIGGER", "it only adds states of images, which no code writes"],
  ],
};

it("no migration removes or restricts what the previous version uses", async () => {
  const { entries } = await readJournal();
  const found: string[] = [];
  // No version precedes the first migration.
  for (const { tag } of entries.slice(1)) {
    const allowed = ALLOWED[tag] ?? [];
    const statements = findBreakingStatements(await readFile(join(MIGRATIONS_FOLDER, `${tag}.sql`), "utf8"));
    found.push(
      ...statements
        .filter((statement) => !allowed.some(([begins]) => statement.startsWith(begins)))
        .map((statement) => `${tag}: ${statement}`),
      ...allowed
        .filter(([begins]) => !statements.some((statement) => statement.startsWith(begins)))
        .map(([begins]) => `${tag}: allowed but not found: ${begins}`),
    );
  }
  expect(found).toEqual([]);
});

it.each([
  ["DROP TABLE images", true],
  ['ALTER TABLE "images" DROP COLUMN "name"', true],
  ["alter table images rename column name to title", true],
  ["alter table images rename to photos", true],
  ["alter type image_status add value 'late'", true],
  ["alter table images alter column name set not null", true],
  ["alter table images alter column name set data type integer", true],
  ["alter table images alter column name drop default", true],
  ["alter table images add column place text not null", true],
  ["alter table images add constraint images_named check (name <> '')", true],
  ["create unique index images_name on images (name)", true],
  ["create trigger guard before insert on images for each row execute function f()", true],
  ["truncate images", true],
  ["delete from images", true],
  ["-- in passing\n  drop\n view images_of_today", true],
  ["select 1;--> statement-breakpoint\nDROP TRIGGER guard ON images", true],
  ["drop index images_by_name", false],
  ["alter table images add column place text", false],
  ["alter table images add column place text default '' not null", false],
  ["alter table images alter column name set default ''", false],
  ["create index images_by_name on images (name)", false],
  ["update images set name = ''", false],
  ["create function f() returns trigger language plpgsql as $$ begin drop table x; delete from y; end $$", false],
  [
    'CREATE TABLE "public"."places" (a text not null);--> statement-breakpoint\nALTER TABLE "places" ADD CONSTRAINT c CHECK (a <> \'\');create unique index u on places (a)',
    false,
  ],
] as const)("detects an incompatible statement: %s: %s", (migration, isIncompatible) => {
  expect(findBreakingStatements(migration).length > 0).toBe(isIncompatible);
});
