import { DELIVERY_STATES, DESTINATION_KINDS, type DestinationSettings } from "@precount/domain";
import { check, index, integer, jsonb, pgTable, sql, text, uniqueIndex } from "../drizzle.ts";
import { bytea, instant, isCuid2, sid } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

const quoted = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

/** Other systems to which the events of a group, or one event, send messages and reports (PD-160). */
export const destinations = pgTable(
  "destinations",
  {
    sid: sid().primaryKey(),
    /** A group's sid or `everyone`, which has no row. */
    groupId: text(),
    projectSid: sid().references(() => projects.sid, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The kind in `settings`, for the triggers. */
    kind: text().notNull(),
    settings: jsonb().$type<DestinationSettings>().notNull(),
    /** Encrypted (auth/encrypt.ts). */
    secret: bytea(),
    /** A webhook's secret before its rotation, encrypted too. Until then it also signs (PD-179). */
    formerSecret: bytea(),
    formerSecretUntil: instant(),
    /** `person` or `failures`; null while it is used. */
    disabled: text(),
    failingSince: instant(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid()
      .notNull()
      .references(() => users.sid),
  },
  (t) => [
    index("destinations_of_event").on(t.projectSid),
    index("destinations_of_group").on(t.groupId),
    check("destinations_sid_cuid2", isCuid2(t.sid)),
    check("destinations_one_owner", sql`(${t.groupId} is null) <> (${t.projectSid} is null)`),
    check(
      "destinations_kind",
      sql`${t.kind} in (${quoted(DESTINATION_KINDS)}) and ${t.settings} ->> 'kind' = ${t.kind}`,
    ),
    check("destinations_disabled", sql`${t.disabled} in ('person', 'failures')`),
  ],
);

/**
 * Messages and report files on their way. Triggers on images, areas, events and reports insert them, so that no change is missed; a
 * worker queues them (operations/destination/queue-deliveries.ts).
 */
export const deliveries = pgTable(
  "deliveries",
  {
    sid: sid().primaryKey(),
    destinationSid: sid()
      .notNull()
      .references(() => destinations.sid, { onDelete: "cascade" }),
    projectSid: sid().references(() => projects.sid, { onDelete: "cascade" }),
    type: text().notNull(),
    /** The image, area, event or report. */
    subjectSid: sid(),
    state: text().notNull().default("waiting"),
    /** When a worker queued its first attempt; null until then. */
    queuedAt: instant(),
    /** A message's body, the same in every attempt. */
    body: text(),
    target: text(),
    attempts: integer().notNull().default(0),
    lastAttemptAt: instant(),
    /** When a worker queues the next attempt; null unless it waits. */
    nextAttemptAt: instant().defaultNow(),
    responseStatus: integer(),
    error: text(),
    elapsedMs: integer(),
    sha256: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    /** Several changes of one image or area before the message is queued are one message. */
    uniqueIndex("deliveries_not_queued")
      .on(t.destinationSid, t.type, t.subjectSid)
      .where(sql`${t.queuedAt} is null`),
    index("deliveries_of_destination").on(t.destinationSid, t.createdAt.desc()),
    index("deliveries_of_report")
      .on(t.subjectSid)
      .where(sql`${t.type} like 'report.%'`),
    /** Finds the due ones among many that were delivered. */
    index("deliveries_due")
      .on(t.nextAttemptAt)
      .where(sql`${t.state} = 'waiting'`),
    index("deliveries_by_age").on(t.createdAt),
    check("deliveries_sid_cuid2", isCuid2(t.sid)),
    check("deliveries_state", sql`${t.state} in (${quoted(DELIVERY_STATES)})`),
  ],
);
