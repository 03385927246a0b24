import { check, integer, pgTable, serial, sql, text, unique } from "../drizzle.ts";
import { sid, instant, isCuid2 } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

export const areas = pgTable(
  "areas",
  {
    id: serial().primaryKey(),
    sid: sid().notNull().unique(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid, { onDelete: "cascade" }),
    number: integer().notNull(),
    voidedAt: instant(),
    voidedBy: sid().references(() => users.sid),
    voidReason: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique("areas_number_once").on(t.projectSid, t.number),
    check("areas_sid_cuid2", isCuid2(t.sid)),
    check("areas_number_positive", sql`${t.number} >= 1`),
    check("areas_voided_by_someone", sql`(${t.voidedAt} is null) = (${t.voidedBy} is null)`),
  ],
);
