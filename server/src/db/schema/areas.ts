import { check, index, integer, pgTable, serial, sql, text, unique } from "../drizzle.ts";
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

/** A request to photograph an area again (PD-97). It stays when the second result is there, so that both can be compared. */
export const areaRecounts = pgTable(
  "area_recounts",
  {
    sid: sid().primaryKey(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid, { onDelete: "cascade" }),
    areaSid: sid()
      .notNull()
      .references(() => areas.sid, { onDelete: "cascade" }),
    /** The photos that the request rejected. `recountPhotos` in domain says which of them counted before. */
    imageSids: text().array().notNull(),
    reason: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid()
      .notNull()
      .references(() => users.sid),
  },
  (t) => [
    index("area_recounts_of_event").on(t.projectSid, t.createdAt.desc()),
    check("area_recounts_sid_cuid2", isCuid2(t.sid)),
    check("area_recounts_reason_given", sql`length(trim(${t.reason})) > 0`),
  ],
);
