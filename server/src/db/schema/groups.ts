import { check, pgTable, sql, text, uniqueIndex } from "../drizzle.ts";
import { sid, instant, isCuid2 } from "./columns.ts";

export const userGroups = pgTable(
  "groups",
  {
    sid: sid().primaryKey(),
    name: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [uniqueIndex("groups_name_key").on(sql`lower(${t.name})`), check("groups_sid_cuid2", isCuid2(t.sid))],
);
