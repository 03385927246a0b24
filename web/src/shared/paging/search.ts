import {
  AREA_SORTS,
  AREA_STATUSES,
  AUDIT_KINDS,
  CODE_SORTS,
  FINDING_KIND_NAMES,
  FINDING_SEVERITIES,
  IMAGE_FLAGS,
  IMAGE_STATS_SORTS,
  IMAGE_STATUSES,
  MAX_AREA_NUMBER,
  MAX_SEARCH_LENGTH,
  PROJECT_STATUSES,
  PAIR_STATUSES,
  REPORT_EXCEPTION_KINDS,
  REPORT_GROUP_SORTS,
  REPORT_ROW_SORTS,
  RESULT_STATUSES,
  ROW_CHANGE_KINDS,
  SKU_SORTS,
  SUM_GROUPINGS,
  SUM_SORTS,
  TIMELINE_KINDS,
  VARIANCE_BASES,
  VARIANCE_FILTERS,
  VARIANCE_MEASURES,
  WALL_GROUPINGS,
  groupIdSchema,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";

/**
 * Search parameters of the URL: plain `key=value`, lists joined by commas. Each invalid value is ignored on its own (spec §2).
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    const text = Array.isArray(value) ? value.join(",") : value;
    if (typeof text === "string" && text !== "") params.set(key, text);
    if (typeof text === "number") params.set(key, String(text));
  }
  // Commas and colons are legal in a query; escaping them makes the URL harder to read.
  const query = params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return query === "" ? "" : `?${query}`;
}

const positive = z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined);
const areaNumber = z.coerce.number().int().min(1).max(MAX_AREA_NUMBER).optional().catch(undefined);
const text = z.coerce.string().trim().min(1).max(MAX_SEARCH_LENGTH).optional().catch(undefined);

/** A list of known values. Unknown values are dropped; an empty list means no filter. */
const listOf = <T extends string>(known: readonly T[]): z.ZodType<T[] | undefined> =>
  z
    .union([z.array(z.string()), z.string().transform((joined) => joined.split(","))])
    .transform((given) => known.filter((word) => given.includes(word)))
    .transform((values) => (values.length > 0 ? values : undefined))
    .optional()
    .catch(undefined);

const paging = { page: positive, pageSize: positive };

export const EVENT_SORTS = ["name", "-name", "createdAt", "-createdAt", "status", "-status"] as const;
export const IMAGE_SORTS = [
  "name",
  "-name",
  "areaCode",
  "-areaCode",
  "createdAt",
  "-createdAt",
  "validPercent",
  "-validPercent",
] as const;

/** Sort orders of the results: most doubtful first, by position on the shelf, or grouped by status. */
export const RESULT_SORTS = ["doubt", "position", "status"] as const;
export type ResultSort = (typeof RESULT_SORTS)[number];
export const REVIEW_TABS = ["picture", "table", "debug"] as const;
export type ReviewTab = (typeof REVIEW_TABS)[number];

const proofSheetSearch = z.object({ after: sidSchema.optional().catch(undefined) });
/** `after`: the photo of the list after which the proof sheet begins. */
export const parseProofSheetSearch = (search: unknown): z.infer<typeof proofSheetSearch> =>
  proofSheetSearch.parse(search);

const eventsSearch = z.object({
  ...paging,
  search: text,
  status: listOf(PROJECT_STATUSES),
  sort: z.enum(EVENT_SORTS).optional().catch(undefined),
});
/** The tabs of an event; the first is the default. */
const EVENT_TABS = ["eventImages", "areas"] as const;
const eventSearch = z.object({ ...paging, tab: z.enum(EVENT_TABS).optional().catch(undefined) });
const imagesSearch = z.object({
  ...paging,
  search: text,
  status: listOf(IMAGE_STATUSES),
  mark: listOf(IMAGE_FLAGS),
  sort: z.enum(IMAGE_SORTS).optional().catch(undefined),
});
/** The legend selects one status or none (spec §2). */
const areasSearch = z.object({
  ...paging,
  search: text,
  status: z.enum(AREA_STATUSES).optional().catch(undefined),
});
export const USER_SORTS = ["name", "-name", "lastLoginAt", "-lastLoginAt", "createdAt", "-createdAt"] as const;
const usersSearch = z.object({
  ...paging,
  search: text,
  group: groupIdSchema.optional().catch(undefined),
  sort: z.enum(USER_SORTS).optional().catch(undefined),
});
const groupEventsSearch = z.object({ ...paging, sort: z.enum(EVENT_SORTS).optional().catch(undefined) });
const auditSearch = z.object({
  ...paging,
  kind: z.enum(AUDIT_KINDS).optional().catch(undefined),
  action: z
    .string()
    .regex(/^[\w.-]{1,60}$/)
    .optional()
    .catch(undefined),
  who: sidSchema.optional().catch(undefined),
  /** Days, both inclusive. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
});
/** The token is opaque here. Without a token there is no reset. */
const resetSearch = z.object({ token: z.string().min(1).max(4000).optional().catch(undefined) });
/** `row`: the position of the open row. */
const evidenceSearch = z.object({ row: positive, search: text, page: positive });
/** The area that uploaded photos are linked to. */
const uploadSearch = z.object({ area: areaNumber });
const reviewSearch = z.object({
  detection: positive,
  model: sidSchema.optional().catch(undefined),
  tab: z.enum(REVIEW_TABS).optional().catch(undefined),
  sort: z.enum(RESULT_SORTS).optional().catch(undefined),
  status: listOf(RESULT_STATUSES),
});
const statsSearch = z.object({
  ...paging,
  search: text,
  status: listOf(IMAGE_STATUSES),
  sort: z.enum(IMAGE_STATS_SORTS).optional().catch(undefined),
});
/** `version`: an earlier version of an item list. */
const itemsSearch = z.object({ ...paging, search: text, version: positive });
/** `department` has any name, so only one can be chosen. */
const radarSearch = z.object({
  ...paging,
  kind: listOf(FINDING_KIND_NAMES),
  severity: listOf(FINDING_SEVERITIES),
  department: text,
  area: areaNumber,
  show: z.enum(["accepted"]).optional().catch(undefined),
});
/** The tables of a variance. */
export const VARIANCE_VIEWS = ["codes", "departments", "areas"] as const;
export type VarianceView = (typeof VARIANCE_VIEWS)[number];
const varianceSearch = z.object({
  ...paging,
  /** A report; the current results without it. */
  report: sidSchema.optional().catch(undefined),
  basis: z.enum(VARIANCE_BASES).optional().catch(undefined),
  measure: z.enum(VARIANCE_MEASURES).optional().catch(undefined),
  view: z.enum(VARIANCE_VIEWS).optional().catch(undefined),
  filter: z.enum(VARIANCE_FILTERS).optional().catch(undefined),
  department: text,
  search: text,
  sort: z
    .enum([...CODE_SORTS, ...AREA_SORTS])
    .optional()
    .catch(undefined),
});
const cropsSearch = z.object({
  by: z.enum(WALL_GROUPINGS).optional().catch(undefined),
  search: text,
  seen: z.enum(["hidden"]).optional().catch(undefined),
});
const instant = z.iso.datetime({ offset: true }).optional().catch(undefined);
const historySearch = z.object({
  ...paging,
  view: z.enum(["timeline", "moments"]).optional().catch(undefined),
  /** The two moments that are compared. */
  from: instant,
  until: instant,
  change: z.enum(ROW_CHANGE_KINDS).optional().catch(undefined),
  kinds: listOf(TIMELINE_KINDS),
  person: sidSchema.optional().catch(undefined),
  area: areaNumber,
});
const verifySearch = z.object({ code: text });

const duplicatesSearch = z.object({
  ...paging,
  show: z.enum(PAIR_STATUSES).optional().catch(undefined),
  /** The pair that comes first and that the keys are about. */
  pair: sidSchema.optional().catch(undefined),
});
const pagesSearch = z.object({ search: text });
const tableSearch = z.object(paging);
/** The views of a report. */
const REPORT_VIEWS = ["rows", "skus", "areas", "departments", "exceptions", "compare"] as const;
export type ReportView = (typeof REPORT_VIEWS)[number];
const reportSearch = z.object({
  ...paging,
  view: z.enum(REPORT_VIEWS).optional().catch(undefined),
  search: text,
  sort: z
    .enum([...REPORT_ROW_SORTS, ...SKU_SORTS, ...REPORT_GROUP_SORTS, ...SUM_SORTS])
    .optional()
    .catch(undefined),
  /** For the rows: one area or department, or `none` for the rows without one. */
  area: text,
  department: text,
  /** For the exceptions. */
  kind: z.enum(REPORT_EXCEPTION_KINDS).optional().catch(undefined),
  /** For the comparison: another version, or another event by its slug. */
  before: sidSchema.optional().catch(undefined),
  event: text,
  by: z.enum(SUM_GROUPINGS).optional().catch(undefined),
  change: z.enum(ROW_CHANGE_KINDS).optional().catch(undefined),
});

/**
 * Keeps invalid parameters as explicitly undefined keys: for a missing key, the router would use the raw value of the URL. The
 * returned type hides this, because callers must not set undefined.
 */
const withUndefined = <T extends object>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } => search;

type Present<T extends z.ZodType<object>> = { [K in keyof z.infer<T>]?: Exclude<z.infer<T>[K], undefined> };
type EventsSearch = Present<typeof eventsSearch>;
export type ImagesSearch = Present<typeof imagesSearch>;
export type AreasSearch = Present<typeof areasSearch>;
export type AuditSearch = Present<typeof auditSearch>;
export type UsersSearch = Present<typeof usersSearch>;
export type ReviewSearch = Present<typeof reviewSearch>;
export type ReportSearch = Present<typeof reportSearch>;
export type EvidenceSearch = Present<typeof evidenceSearch>;
export type StatsSearch = Present<typeof statsSearch>;
type ItemsSearch = Present<typeof itemsSearch>;
export type RadarSearch = Present<typeof radarSearch>;
export type VarianceSearch = Present<typeof varianceSearch>;
export type CropsSearch = Present<typeof cropsSearch>;
type DuplicatesSearch = Present<typeof duplicatesSearch>;
export type HistorySearch = Present<typeof historySearch>;
type VerifySearch = Present<typeof verifySearch>;
type PagesSearch = Present<typeof pagesSearch>;
export type TableSearch = Present<typeof tableSearch>;

export const parseEventsSearch = (raw: Record<string, unknown>): EventsSearch => withUndefined(eventsSearch.parse(raw));
export const parseEventSearch = (raw: Record<string, unknown>): Present<typeof eventSearch> =>
  withUndefined(eventSearch.parse(raw));
export const parseImagesSearch = (raw: Record<string, unknown>): ImagesSearch => withUndefined(imagesSearch.parse(raw));
export const parseAreasSearch = (raw: Record<string, unknown>): AreasSearch => withUndefined(areasSearch.parse(raw));
export const parseUsersSearch = (raw: Record<string, unknown>): UsersSearch => withUndefined(usersSearch.parse(raw));
export const parseGroupEventsSearch = (raw: Record<string, unknown>): Present<typeof groupEventsSearch> =>
  withUndefined(groupEventsSearch.parse(raw));
export const parseAuditSearch = (raw: Record<string, unknown>): AuditSearch => withUndefined(auditSearch.parse(raw));
export const parseResetSearch = (raw: Record<string, unknown>): Present<typeof resetSearch> =>
  withUndefined(resetSearch.parse(raw));
export const parseEvidenceSearch = (raw: Record<string, unknown>): EvidenceSearch =>
  withUndefined(evidenceSearch.parse(raw));
export const parseUploadSearch = (raw: Record<string, unknown>): Present<typeof uploadSearch> =>
  withUndefined(uploadSearch.parse(raw));
export const parseReviewSearch = (raw: Record<string, unknown>): ReviewSearch => withUndefined(reviewSearch.parse(raw));
/** The search parameters to keep when opening another image: the view settings, not the selection. */
export function searchForNextImage(search: Record<string, unknown>): ReviewSearch {
  const { detection: _detection, model: _model, ...viewSettings } = parseReviewSearch(search);
  return viewSettings;
}
export const parseReportSearch = (raw: Record<string, unknown>): ReportSearch => withUndefined(reportSearch.parse(raw));
export const parseStatsSearch = (raw: Record<string, unknown>): StatsSearch => withUndefined(statsSearch.parse(raw));
export const parseItemsSearch = (raw: Record<string, unknown>): ItemsSearch => withUndefined(itemsSearch.parse(raw));
export const parseRadarSearch = (raw: Record<string, unknown>): RadarSearch => withUndefined(radarSearch.parse(raw));
export const parseVarianceSearch = (raw: Record<string, unknown>): VarianceSearch =>
  withUndefined(varianceSearch.parse(raw));
export const parseCropsSearch = (raw: Record<string, unknown>): CropsSearch => withUndefined(cropsSearch.parse(raw));
export const parseDuplicatesSearch = (raw: Record<string, unknown>): DuplicatesSearch =>
  withUndefined(duplicatesSearch.parse(raw));
export const parseHistorySearch = (raw: Record<string, unknown>): HistorySearch =>
  withUndefined(historySearch.parse(raw));
export const parseVerifySearch = (raw: Record<string, unknown>): VerifySearch => withUndefined(verifySearch.parse(raw));
export const parsePagesSearch = (raw: Record<string, unknown>): PagesSearch => withUndefined(pagesSearch.parse(raw));
export const parseTableSearch = (raw: Record<string, unknown>): TableSearch => withUndefined(tableSearch.parse(raw));

/** Merges changes into search parameters; undefined removes a parameter. */
export function mergeSearch<S extends object>(now: S, changes: { [K in keyof S]?: S[K] | undefined }): S {
  // The entries come from both arguments, without undefined values.
  return Object.fromEntries(Object.entries({ ...now, ...changes }).filter(([, value]) => value !== undefined)) as S;
}
