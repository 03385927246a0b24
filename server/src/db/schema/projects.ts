import { PROJECT_STATUSES } from "@precount/domain";
import { check, doublePrecision, index, integer, pgEnum, pgTable, sql, text } from "../drizzle.ts";
import { rotationEnum, sid, instant, isCuid2, groups } from "./columns.ts";
import { users } from "./users.ts";

export const projectStatusEnum = pgEnum("project_status", PROJECT_STATUSES);

export const projects = pgTable(
  "projects",
  {
    sid: sid().primaryKey(),
    /** Unique and unchangeable: a trigger refuses an update (decision 2). */
    slug: text().notNull().unique(),
    name: text().notNull(),
    status: projectStatusEnum().notNull().default("active"),
    statusDate: instant().notNull().defaultNow(),
    /** What Recover goes back to; set exactly while archived (decision 7). */
    statusBeforeArchive: projectStatusEnum(),
    defaultRotation: rotationEnum().notNull().default("none"),
    rejectionThreshold: doublePrecision().notNull().default(90),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid().references(() => users.sid),
    groups: groups(),
  },
  (t) => [
    check("projects_sid_cuid2", isCuid2(t.sid)),
    check("projects_slug_shape", sql`${t.slug} ~ '^[a-z0-9-]{1,120}$'`),
    check("projects_name_not_empty", sql`length(trim(${t.name})) > 0`),
    check("projects_archive_remembers", sql`(${t.status} = 'archived') = (${t.statusBeforeArchive} is not null)`),
    check("projects_not_archived_before", sql`${t.statusBeforeArchive} is distinct from 'archived'`),
    check("projects_threshold_percent", sql`${t.rejectionThreshold} between 0 and 100`),
    index("projects_by_status").on(t.status, t.createdAt.desc()),
  ],
);

/**
 * What is in an event, for the dashboard, which would else count 200,000 images and as many detections each time it opens
 * (decision record 011). Triggers on projects and images keep it, as the last thing before a transaction commits, so that no
 * two transactions wait for each other. Rules do not look here: they count the images.
 */
export const projectCounts = pgTable(
  "project_counts",
  {
    projectSid: sid()
      .primaryKey()
      .references(() => projects.sid, { onDelete: "cascade" }),
    images: integer().notNull().default(0),
    /** Live ones, and the results that they found and nobody discarded. */
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
