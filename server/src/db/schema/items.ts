import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  sql,
  text,
  unique,
} from "../drizzle.ts";
import { sid, instant, isCuid2 } from "./columns.ts";
import { users } from "./users.ts";

/**
 * The item list of a group or of one event. `groupId` is a group's sid or `everyone`, which has no row; it has no foreign key, because
 * events that were completed with the list keep it when the group is deleted.
 */
export const itemLists = pgTable(
  "item_lists",
  {
    sid: sid().primaryKey(),
    groupId: text().unique("item_lists_one_per_group"),
    /** An event's own list. Its column in projects refers back to this table, so the foreign key is in the migration only. */
    projectSid: sid().unique("item_lists_one_per_event"),
    /** The current version's number, 0 before the first import. Changing it switches every event that uses the list at once. */
    currentVersion: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    check("item_lists_sid_cuid2", isCuid2(t.sid)),
    check("item_lists_one_owner", sql`(${t.groupId} is null) <> (${t.projectSid} is null)`),
  ],
);

/** One import of a list. Versions and their items never change. */
export const itemListVersions = pgTable(
  "item_list_versions",
  {
    sid: sid().primaryKey(),
    listSid: sid()
      .notNull()
      .references(() => itemLists.sid, { onDelete: "cascade" }),
    version: integer().notNull(),
    fileName: text().notNull(),
    itemCount: integer().notNull(),
    addedCount: integer().notNull(),
    changedCount: integer().notNull(),
    removedCount: integer().notNull(),
    createdAt: instant().notNull().defaultNow(),
    /** Null for an import from the command line. */
    createdBy: sid().references(() => users.sid),
  },
  (t) => [
    unique("item_list_versions_number_once").on(t.listSid, t.version),
    check("item_list_versions_sid_cuid2", isCuid2(t.sid)),
    check("item_list_versions_from_one", sql`${t.version} >= 1`),
  ],
);

export const items = pgTable(
  "items",
  {
    versionSid: sid().notNull(),
    code: text().notNull(),
    description: text(),
    department: text(),
    unitPrice: numeric({ precision: 12, scale: 4, mode: "number" }),
    packSize: integer(),
    expectedQuantity: integer(),
    lastQuantity: integer(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ name: "items_pkey", columns: [t.versionSid, t.code] }),
    foreignKey({
      name: "items_version_sid_fk",
      columns: [t.versionSid],
      foreignColumns: [itemListVersions.sid],
    }).onDelete("cascade"),
    check("items_code_six_digits", sql`${t.code} ~ '^[0-9]{6}$'`),
    index("items_by_department").on(t.versionSid, t.department),
  ],
);
