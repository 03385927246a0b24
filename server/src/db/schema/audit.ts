import { bigint, check, index, jsonb, pgTable, sql, text, timestamp } from "../drizzle.ts";
import { bytea } from "./columns.ts";

/**
 * Who did what (decision record 014). Append-only: triggers refuse every change but sealing, which gives an entry its place in the
 * chain once. Nothing refers to other tables: an entry outlives whom and what it names.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Milliseconds, as programs read it back: the hash is over this very value. */
    at: timestamp({ withTimezone: true, mode: "date", precision: 3 }).notNull().defaultNow(),
    kind: text().notNull(),
    action: text().notNull(),
    actorSid: text(),
    actorName: text(),
    credential: text(),
    address: text(),
    subjectKind: text(),
    subjectSid: text(),
    projectSid: text(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** From 1 without gaps, in the order of sealing. */
    position: bigint({ mode: "number" }).unique(),
    /** sha256 of the entry before, and of this one with it. */
    previousHash: bytea(),
    hash: bytea(),
  },
  (t) => [
    index("audit_entries_unsealed")
      .on(t.id)
      .where(sql`${t.position} is null`),
    index("audit_entries_of_actor").on(t.actorSid, t.id),
    index("audit_entries_of_subject").on(t.subjectSid, t.id),
    index("audit_entries_of_project").on(t.projectSid, t.id),
    check("audit_entries_sealed_whole", sql`num_nulls(${t.position}, ${t.previousHash}, ${t.hash}) in (0, 3)`),
    check("audit_entries_details_bounded", sql`pg_column_size(${t.details}) <= 65536`),
  ],
);
