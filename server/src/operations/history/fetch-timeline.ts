import {
  type TimelineEntry,
  modelNameFor,
  timelineActions,
  timelineFiltersSchema,
  timelineKindOf,
} from "@precount/domain";
import { z } from "zod";
import {
  type TimelineAuditRow,
  type TimelineDetectionRow,
  findAreaSubjects,
  listTimelineAudit,
  listTimelineDetections,
} from "../../db/history/timeline.ts";
import { describeEntries } from "../audit/describe-entries.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";

/** The last entries of both sources that the pages so far have shown. */
const cursorSchema = z.object({
  auditId: z.number().int().nullable(),
  detection: z.object({ at: z.iso.datetime(), sid: z.string().max(40) }).nullable(),
});
export const timelineInput = byProject.extend({
  filters: timelineFiltersSchema.default({}),
  cursor: cursorSchema.nullish(),
  limit: z.number().int().min(1).max(200).default(50),
});
type Cursor = z.infer<typeof cursorSchema>;
export type TimelinePage = { items: TimelineEntry[]; next: Cursor | null };

type Event = { sid: string; slug: string };
type Source = { at: Date; audit: TimelineAuditRow } | { at: Date; detection: TimelineDetectionRow };

/** A page of an event's timeline, newest first: calls of the audit log, and detections, which workers make. */
export async function fetchTimeline(
  ctx: SignedInContext,
  { project, filters, cursor, limit }: z.infer<typeof timelineInput>,
): Promise<TimelinePage> {
  const { db } = ctx;
  const event = await requireProject(ctx, project.slug);
  const projectSid = event.sid;
  const { kinds, personSid = null, areaNumber } = filters;
  const area = areaNumber === undefined ? null : await findAreaSubjects(db, projectSid, areaNumber);
  if (areaNumber !== undefined && area === null) return { items: [], next: null };
  const from: Cursor = cursor ?? { auditId: null, detection: null };
  const audit = await listTimelineAudit(db, {
    projectSid,
    actions: timelineActions(kinds),
    actorSid: personSid,
    subjects: area?.subjects ?? null,
    beforeId: from.auditId,
    limit: limit + 1,
  });
  // No person makes a detection.
  const hasDetections = personSid === null && (kinds === undefined || kinds.includes("detection"));
  const before = from.detection && { at: new Date(from.detection.at), sid: from.detection.sid };
  const scope = { projectSid, areaSid: area?.areaSid ?? null, before, limit: limit + 1 };
  const detections = hasDetections ? await listTimelineDetections(db, scope) : [];
  const merged: Source[] = [
    ...audit.map((row) => ({ at: row.at, audit: row })),
    ...detections.map((row) => ({ at: row.at, detection: row })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const page = merged.slice(0, limit);
  return { items: await toEntries(ctx, event, page), next: merged.length > limit ? nextCursor(from, page) : null };
}

function nextCursor(from: Cursor, page: readonly Source[]): Cursor {
  const audit = page.findLast((row) => "audit" in row);
  const detection = page.findLast((row) => "detection" in row);
  return {
    auditId: audit?.audit.id ?? from.auditId,
    detection: detection ? { at: detection.at.toISOString(), sid: detection.detection.sid } : from.detection,
  };
}

async function toEntries(
  { db, session }: SignedInContext,
  { sid: projectSid, slug }: Event,
  page: readonly Source[],
): Promise<TimelineEntry[]> {
  const entries = page.flatMap((row) => {
    if (!("audit" in row)) return [];
    const { id, action, details, subjectKind, subjectSid } = row.audit;
    const subject = subjectKind === null || subjectSid === null ? null : { kind: subjectKind, sid: subjectSid };
    return [{ id, action, details, subject, projectSid }];
  });
  const described = new Map((await describeEntries(db, entries)).map(({ id, description }) => [id, description]));
  return page.flatMap((row): TimelineEntry[] => {
    const at = row.at.toISOString();
    if ("detection" in row) {
      const { sid, model, imageSid, imageName: name } = row.detection;
      const image = { kind: "image", sid: imageSid, name, slug, imageSid };
      const sentence = [image, ` read by ${modelNameFor(session.user, model)}`];
      return [{ key: `d${sid}`, at, kind: "detection", person: null, sentence }];
    }
    const { id, action, actorSid, actorName } = row.audit;
    const kind = timelineKindOf(action);
    if (kind === null) return [];
    const person = actorSid === null ? null : { sid: actorSid, name: actorName ?? "" };
    return [{ key: `a${id}`, at, kind, person, sentence: described.get(id)?.sentence ?? [] }];
  });
}
