import type { Baseline, FindingDetails, FindingKind, FindingResult, FindingSeverity, Rect } from "@precount/domain";
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, sql, text } from "../drizzle.ts";
import { sid, instant } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/*
 * The plausibility radar (ADR-030). Everything except the acceptances is derived from other tables and can be computed again; a backup
 * leaves it out.
 */

const projectSid = () =>
  sid()
    .notNull()
    .references(() => projects.sid, { onDelete: "cascade" });

/** An event's totals at its last count, by area number. */
export type PreviousAreas = Record<string, { stickers: number; units: number }>;

/** The state of an event's radar. Events without a row have not been looked at, and their changes are not recorded. */
export const radarEvents = pgTable("radar_events", {
  projectSid: projectSid().primaryKey(),
  /** The inputs of the last complete computation; another value of one of them makes the next one complete. */
  rulesVersion: integer().notNull().default(0),
  itemVersionSid: sid(),
  previousEventSid: sid(),
  baseline: jsonb().$type<Baseline>(),
  /** Stickers when the baseline was computed. */
  baselineStickers: integer().notNull().default(0),
  previousAreas: jsonb().$type<PreviousAreas>(),
  computedAt: instant(),
});

/**
 * Computed rows refer to the radar's own row: a reference to the event would lock it until a computation ends, and Complete would wait.
 */
const ofRadar = () =>
  sid()
    .notNull()
    .references(() => radarEvents.projectSid, { onDelete: "cascade" });

/**
 * Changes that the radar has not processed, written by triggers on images, detections and areas. Inserted only, so that concurrent
 * transactions do not wait for each other.
 */
export const radarChanges = pgTable(
  "radar_changes",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    projectSid: projectSid(),
    imageSid: sid(),
    areaSid: sid(),
  },
  (t) => [index("radar_changes_of_event").on(t.projectSid)],
);

/** The photos that count and were read. */
export const radarImages = pgTable(
  "radar_images",
  {
    /** Without a foreign key, which would lock the images until a computation ends, and people who edit them would wait. */
    imageSid: sid().primaryKey(),
    projectSid: ofRadar(),
    areaSid: sid(),
    stickers: integer().notNull(),
    units: integer().notNull(),
    shelves: integer().notNull(),
  },
  (t) => [index("radar_images_of_event").on(t.projectSid)],
);

/** The stickers of these photos: the results of their representative detections. */
export const radarStickers = pgTable(
  "radar_stickers",
  {
    imageSid: sid()
      .notNull()
      .references(() => radarImages.imageSid, { onDelete: "cascade" }),
    /** Index of the result in its detection. */
    position: integer().notNull(),
    projectSid: sid().notNull(),
    areaSid: sid(),
    code: text().notNull(),
    quantity: integer(),
    rect: jsonb().$type<Rect>().notNull(),
    /** Whether another photo shows the same sticker and counts it (PD-93). */
    isLinked: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ name: "radar_stickers_pkey", columns: [t.imageSid, t.position] }),
    index("radar_stickers_of_code").on(t.projectSid, t.code),
    index("radar_stickers_linked")
      .on(t.projectSid)
      .where(sql`${t.isLinked}`),
  ],
);

export const radarFindings = pgTable(
  "radar_findings",
  {
    projectSid: ofRadar(),
    key: text().notNull(),
    /** The part of the event that a recompute replaces: `code:012345`, `image:…` or `areas`. */
    scope: text().notNull(),
    kind: text().$type<FindingKind>().notNull(),
    severity: text().$type<FindingSeverity>().notNull(),
    likelihood: doublePrecision().notNull(),
    units: doublePrecision().notNull(),
    money: doublePrecision(),
    impact: doublePrecision().notNull(),
    code: text(),
    department: text(),
    areaNumber: integer(),
    imageSid: sid(),
    state: text().notNull(),
    details: jsonb().$type<FindingDetails>().notNull(),
    results: jsonb().$type<readonly FindingResult[]>().notNull(),
  },
  (t) => [
    primaryKey({ name: "radar_findings_pkey", columns: [t.projectSid, t.key] }),
    index("radar_findings_by_impact").on(t.projectSid, t.impact.desc(), t.key),
    index("radar_findings_by_scope").on(t.projectSid, t.scope),
  ],
);

/** Findings that a person accepted as correct, in the state in which they were (PD-91). */
export const radarAcceptances = pgTable(
  "radar_acceptances",
  {
    projectSid: projectSid(),
    key: text().notNull(),
    state: text().notNull(),
    reason: text().notNull(),
    /** Whether the person accepted it by completing the event. */
    isByCompletion: boolean().notNull().default(false),
    acceptedAt: instant().notNull().defaultNow(),
    acceptedBy: sid()
      .notNull()
      .references(() => users.sid),
  },
  (t) => [primaryKey({ name: "radar_acceptances_pkey", columns: [t.projectSid, t.key] })],
);
