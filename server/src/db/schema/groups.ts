import { boolean, check, pgTable, sql, text, uniqueIndex } from "../drizzle.ts";
import { sid, instant, isCuid2 } from "./columns.ts";

export const userGroups = pgTable(
  "groups",
  {
    sid: sid().primaryKey(),
    name: text().notNull(),
    /** Whether the corrected stickers of the group's events are kept to learn from (PD-176). */
    collectsExamples: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [uniqueIndex("groups_name_key").on(sql`lower(${t.name})`), check("groups_sid_cuid2", isCuid2(t.sid))],
);
