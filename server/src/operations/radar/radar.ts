import {
  FINDING_SEVERITIES,
  type Finding,
  type FindingKind,
  type FindingSeverity,
  findingKindSchema,
  findingSeveritySchema,
  positiveIntegerSchema,
} from "@precount/domain";
import { z } from "zod";
import { findItems } from "../../db/items/items.ts";
import { findEventVersion } from "../../db/items/lists.ts";
import {
  type EvidenceImage,
  type EvidenceSticker,
  readEvidenceImages,
  readEvidenceStickers,
} from "../../db/radar/evidence.ts";
import { type FindingCount, type FindingRow, countFindings, listFindings } from "../../db/radar/findings.ts";
import { findAreasByNumber } from "../../db/radar/facts.ts";
import { readRadarState } from "../../db/radar/state.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import type { SignedInContext } from "../context.ts";
import { byProject, paging } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { refreshRadar } from "./refresh-radar.ts";

type Context = Pick<SignedInContext, "db" | "session">;

export const fetchFindingsInput = byProject.extend({
  kinds: z.array(findingKindSchema).min(1).optional(),
  severities: z.array(findingSeveritySchema).min(1).optional(),
  departments: z.array(z.string().max(200)).min(1).max(200).optional(),
  areaNumber: positiveIntegerSchema.optional(),
  /** Accepted findings instead of open ones. */
  accepted: z.boolean().default(false),
  page: paging.page,
  pageSize: paging.pageSize,
});

/** A result that shows what a finding is about. */
type Evidence = EvidenceSticker & { position: number; image: EvidenceImage };

type ShownFinding = Omit<Finding, "state"> & {
  description: string | null;
  evidence: Evidence[];
  /** The area, if it exists; a request for a new photo names it. */
  areaSid: string | null;
  /** The photo of a finding about an area or a photo. */
  image: EvidenceImage | null;
  accepted: { reason: string; by: string; at: string; isByCompletion: boolean } | null;
};

export type FindingPage = {
  findings: ShownFinding[];
  total: number;
  page: number;
};

/** One page of an event's findings by expected impact, computed from the current photos. */
export async function fetchFindings(
  { db, session }: Context,
  { project, accepted, ...query }: z.infer<typeof fetchFindingsInput>,
): Promise<FindingPage> {
  const row = await requireProject({ db, session }, project.slug);
  await refreshRadar(db, row.sid);
  const { rows, ...rest } = await listFindings(db, row.sid, { ...query, isAccepted: accepted });
  return { findings: await showFindings(db, row, rows), ...rest };
}

async function showFindings(
  db: Context["db"],
  { sid, slug }: ProjectRow,
  rows: readonly FindingRow[],
): Promise<ShownFinding[]> {
  const results = rows.flatMap((row) => row.results);
  const sids = [...results.map(({ imageSid }) => imageSid), ...rows.flatMap(({ imageSid }) => imageSid ?? [])];
  const numbers = rows.flatMap(({ areaNumber }) => areaNumber ?? []);
  const [stickerOf, images, descriptions, areas] = await Promise.all([
    readEvidenceStickers(db, results),
    readEvidenceImages(db, slug, [...new Set(sids)]),
    readDescriptions(db, sid, rows),
    findAreasByNumber(db, sid, numbers),
  ]);
  return rows.map((row) => {
    const { projectSid: _, scope: __, state: ___, results, accepted, ...finding } = row;
    const evidence = results.flatMap((result) => {
      const [sticker, image] = [stickerOf(result), images.get(result.imageSid)];
      return sticker && image ? [{ ...sticker, position: result.position, image }] : [];
    });
    return {
      ...finding,
      description: descriptions.get(finding.code ?? "") ?? null,
      evidence,
      areaSid: finding.areaNumber === null ? null : (areas.get(finding.areaNumber) ?? null),
      image: finding.imageSid === null ? null : (images.get(finding.imageSid) ?? null),
      accepted: accepted && { ...accepted, at: accepted.at.toISOString() },
    };
  });
}

async function readDescriptions(
  db: Context["db"],
  projectSid: string,
  rows: readonly FindingRow[],
): Promise<Map<string, string | null>> {
  const version = await findEventVersion(db, projectSid);
  if (version === null) return new Map();
  const codes = [...new Set(rows.flatMap(({ code }) => code ?? []))];
  const items = await findItems(db, version.sid, codes);
  return new Map(items.map(({ code, description }) => [code, description]));
}

export type RadarSummary = {
  open: number;
  accepted: number;
  bySeverity: Record<FindingSeverity, number>;
  /** Open findings by kind and by department, without those that do not occur; departments by name. */
  byKind: { kind: FindingKind; count: number }[];
  byDepartment: { department: string; count: number }[];
  /** Whether the event has an item list, and a previous event to be compared with. */
  hasItems: boolean;
  hasPrevious: boolean;
  /** Whether low counts are judged (domain's `isCountComplete`). */
  isComplete: boolean;
};

/** Numbers of the event's findings. */
export async function fetchRadarSummary({ db, session }: Context, slug: string): Promise<RadarSummary> {
  const { sid } = await requireProject({ db, session }, slug);
  await refreshRadar(db, sid);
  const counts = await countFindings(db, sid);
  const { state, previousEventSid } = await readRadarState(db, sid);
  const open = counts.filter(({ isAccepted }) => !isAccepted);
  return {
    open: sum(open),
    accepted: sum(counts) - sum(open),
    bySeverity: severitiesOf(open),
    byKind: totals(open, ({ kind }) => kind).map(([kind, count]) => ({ kind, count })),
    byDepartment: totals(open, ({ department }) => department ?? "")
      .filter(([department]) => department !== "")
      .toSorted(([a], [b]) => a.localeCompare(b, "en"))
      .map(([department, count]) => ({ department, count })),
    hasItems: state?.itemVersionSid !== null,
    hasPrevious: previousEventSid !== null,
    isComplete: state?.baseline?.isComplete === true,
  };
}

const sum = (counts: readonly FindingCount[]): number => counts.reduce((total, { count }) => total + count, 0);

function severitiesOf(open: readonly FindingCount[]): Record<FindingSeverity, number> {
  const count = (severity: FindingSeverity): number => sum(open.filter((finding) => finding.severity === severity));
  const [high, medium, low] = FINDING_SEVERITIES.map(count);
  return { high: high ?? 0, medium: medium ?? 0, low: low ?? 0 };
}

const totals = <K extends string>(counts: readonly FindingCount[], keyOf: (count: FindingCount) => K): [K, number][] =>
  [...Map.groupBy(counts, keyOf)].map(([key, own]) => [key, sum(own)]);
