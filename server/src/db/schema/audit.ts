import { bigint, check, index, jsonb, pgTable, sql, text, timestamp } from "../drizzle.ts";
import { bytea } from "./columns.ts";

/**
 * The audit log (ADR-014). Append-only: triggers reject every update except sealing, which sets an entry's position and hashes
 * once. There are no foreign keys, because an entry outlives the users and objects that it names.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Precision of milliseconds, as JavaScript reads it back: the hash covers this exact value. */
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
    /** Counts from 1 without gaps, in the order of sealing. */
    position: bigint({ mode: "number" }).unique(),
    /** Hash of the previous entry; `hash` covers this entry together with `previousHash` (sha256). */
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
    /** The newest entries of each action, for the timeline of an event. */
    index("audit_entries_of_project_by_action").on(t.projectSid, t.action, t.id),
    /** The people of an event, and the newest entries of one of them. */
    index("audit_entries_of_project_by_actor").on(t.projectSid, t.actorSid, t.action, t.id),
    /** Entries that list several rows in their details. */
    index("audit_entries_about_several")
      .on(t.projectSid, t.id)
      .where(sql`jsonb_exists(${t.details}, 'sids')`),
    check("audit_entries_sealed_whole", sql`num_nulls(${t.position}, ${t.previousHash}, ${t.hash}) in (0, 3)`),
    check("audit_entries_details_bounded", sql`pg_column_size(${t.details}) <= 65536`),
  ],
);

/** How far the audit log was sent to another system (AUDIT_URL): the position of the last entry that the system has accepted. */
export const auditTargets = pgTable("audit_targets", {
  url: text().primaryKey(),
  position: bigint({ mode: "number" }).notNull(),
});
