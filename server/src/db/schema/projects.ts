import { PROJECT_STATUSES } from "@precount/domain";
import { check, doublePrecision, foreignKey, index, integer, pgEnum, pgTable, sql, text } from "../drizzle.ts";
import { rotationEnum, sid, instant, isCuid2, groups } from "./columns.ts";
import { itemLists, itemListVersions } from "./items.ts";
import { models } from "./models.ts";
import { users } from "./users.ts";

export const projectStatusEnum = pgEnum("project_status", PROJECT_STATUSES);

export const projects = pgTable(
  "projects",
  {
    sid: sid().primaryKey(),
    /** Unique and immutable: a trigger rejects updates (PD-2). */
    slug: text().notNull().unique(),
    name: text().notNull(),
    status: projectStatusEnum().notNull().default("active"),
    statusDate: instant().notNull().defaultNow(),
    /** The status that Recover restores; set only while archived (PD-7). */
    statusBeforeArchive: projectStatusEnum(),
    defaultRotation: rotationEnum().notNull().default("none"),
    rejectionThreshold: doublePrecision().notNull().default(90),
    /** Percent of certainty from which pairs of stickers are merged without a person (PD-94); null for never. */
    mergeDuplicatesPercent: doublePrecision(),
    /** Percent of wrong rows that a certificate must exclude before the event can be completed (PD-130); null if it needs none. */
    certificatePercent: doublePrecision(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid().references(() => users.sid),
    groups: groups(),
    /** The chosen item list, and the version with which the event was completed; null while its list's current one applies. */
    itemListSid: sid().references(() => itemLists.sid, { onDelete: "set null" }),
    itemVersionSid: sid().references(() => itemListVersions.sid, { onDelete: "set null" }),
    /** The earlier event with which this one is compared (PD-98). */
    previousEventSid: sid(),
    /** The store that is counted; null if it was not named (PD-175). */
    storeNumber: text(),
    /** The model that reads new photos; null for the default model (PD-175). */
    modelSid: sid().references(() => models.sid, { onDelete: "set null" }),
  },
  (t) => [
    check("projects_sid_cuid2", isCuid2(t.sid)),
    check("projects_slug_shape", sql`${t.slug} ~ '^[a-z0-9-]{1,120}$'`),
    check("projects_name_not_empty", sql`length(trim(${t.name})) > 0`),
    check("projects_archive_remembers", sql`(${t.status} = 'archived') = (${t.statusBeforeArchive} is not null)`),
    check("projects_not_archived_before", sql`${t.statusBeforeArchive} is distinct from 'archived'`),
    check("projects_threshold_percent", sql`${t.rejectionThreshold} between 0 and 100`),
    check("projects_merge_duplicates_percent", sql`${t.mergeDuplicatesPercent} between 90 and 100`),
    check("projects_store_number_length", sql`length(${t.storeNumber}) between 1 and 64`),
    check("projects_certificate_percent", sql`${t.certificatePercent} between 0.1 and 100`),
    foreignKey({
      name: "projects_previous_event_sid_fk",
      columns: [t.previousEventSid],
      foreignColumns: [t.sid],
    }).onDelete("set null"),
    index("projects_by_status").on(t.status, t.createdAt.desc()),
  ],
);

/**
 * Counts per event for the dashboard, which would otherwise count 200,000 images and as many detections on each load (ADR-011).
 * Deferred triggers on projects and images maintain them at commit, so that transactions do not deadlock. Business rules do not
 * read this table: they count the images.
 */
export const projectCounts = pgTable(
  "project_counts",
  {
    projectSid: sid()
      .primaryKey()
      .references(() => projects.sid, { onDelete: "cascade" }),
    images: integer().notNull().default(0),
    /** Live detections, and their results that are not discarded (`objectDetections`). */
    imageDetections: integer().notNull().default(0),
    objectDetections: integer().notNull().default(0),
  },
  (t) => [
    check(
      "project_counts_not_negative",
      sql`${t.images} >= 0 and ${t.imageDetections} >= 0 and ${t.objectDetections} >= 0`,
    ),
  ],
);
